// Loaded before the server: ends it when the test that started it has ended, in whatever way.
if (require('node:worker_threads').isMainThread) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 500);
}
