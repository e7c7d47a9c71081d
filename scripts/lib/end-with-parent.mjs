// @ts-check
// Loaded into every process of `npm start` before its own code: when the parent dies, however it dies, the IPC channel
// closes, and the process ends the way it ends on SIGTERM.

/** Short: the embedded database died with the parent, so there is nothing left to bring to an end properly. */
const patienceMs = 3_000;

function end() {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), patienceMs).unref();
  process.kill(process.pid, 'SIGTERM');
}

// Some programs hand their own arguments on to processes that they start, which have no channel to us and are not ours to end.
const place = process.execArgv.indexOf(import.meta.url);
if (place > 0) process.execArgv.splice(place - 1, 2);

// The parent may have died before this line: then nobody tells us any more. A helper that one of our processes starts in turn
// may load this as well, with no channel at all: it ends with the one that started it.
if (process.connected) process.once('disconnect', end);
else if (process.send !== undefined) end();
