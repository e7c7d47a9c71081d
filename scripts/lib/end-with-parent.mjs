// @ts-check
// Loaded into every process of `npm start` before its own code: when the parent dies, however it dies, the IPC channel
// closes, and the process ends the way it ends on SIGTERM.

const patienceMs = 10_000;

if (process.connected) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref();
  });
}
