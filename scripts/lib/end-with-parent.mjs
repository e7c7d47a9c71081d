// @ts-check
// Loaded into every process of `npm start` before its own code: when the parent dies, however it dies, the IPC channel
// closes, and the process ends the way it ends on SIGTERM.

/** Short: the embedded database died with the parent, so there is nothing left to bring to an end properly. */
const patienceMs = 3_000;

function end() {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref();
  process.kill(process.pid, 'SIGTERM');
}

// The parent may have died before this line: then nobody tells us any more.
if (process.connected) process.once('disconnect', end);
else end();
