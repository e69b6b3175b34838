// Loaded before the server: ends it when the test that started it has ended, in whatever way.
if (require('node:worker_threads').isMainThread) {
  process.stdin.on('end', () => process.exit(1));
  process.stdin.on('error', () => process.exit(1));
  process.stdin.resume();
}
