// @ts-check
// The thread of end-when-stuck.mjs: it counts its own turns, so that a machine that slept ends nothing.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { beats, text, seconds, beatMs, pid } = /** @type {{
 *   beats: Int32Array, text: Uint8Array, seconds: number, beatMs: number, pid: number }} */ (workerData);
const turnsMax = Math.ceil((seconds * 1_000) / beatMs);
const stdout = 1;
const fatal = 60;

function end() {
  const [requests = ''] = new TextDecoder().decode(Uint8Array.from(text)).split('\0');
  const msg = 'The process did not answer for too long. It ends, to be started again.';
  const line = { level: fatal, time: Date.now(), pid, seconds, busyWith: requests || 'no request', msg };
  try {
    // The streams of Node need the thread that is stuck.
    writeSync(stdout, `${JSON.stringify(line)}\n`);
  } finally {
    // A full pipe costs the line, not the end.
    process.kill(pid, 'SIGKILL');
  }
}

let last = Atomics.load(beats, 0);
let turns = 0;
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  turns = beat === last ? turns + 1 : 0;
  last = beat;
  if (turns === turnsMax) end();
}, beatMs);
