// Loaded before the server: ends it when the test that started it has ended, in whatever way. A server that restarts
// itself leaves its parent on purpose; for such a one the test names its own process in HARPER_TEST_PROCESS.
if (require('node:worker_threads').isMainThread) {
  const parent = process.ppid;
  const test = Number(process.env.HARPER_TEST_PROCESS);
  const isOver = () => {
    if (!test) return process.ppid !== parent;
    try {
      process.kill(test, 0);
      return false;
    } catch {
      return true;
    }
  };
  setInterval(() => {
    if (isOver()) process.kill(process.pid, 'SIGKILL');
  }, 500);
}
