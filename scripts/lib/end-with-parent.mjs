// @ts-check
// Loaded into every process of `npm start` before its own code: when the parent dies, however it dies, the IPC channel
// closes, and the process ends the way it ends on SIGTERM.

/** Short: the embedded database died with the parent, so there is nothing left to bring to an end properly. */
const patienceMs = 3_000;

if (process.connected) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref();
  });
}
