// @ts-check
// Loaded before one of our processes: when nothing else runs in it for 20 seconds, a thread writes to the log what the
// process was busy with, and ends it, so that whoever keeps it running starts it again. `?seconds=` in the address of this
// file sets another time, for tests.
import { subscribe } from 'node:diagnostics_channel';
import { url as inspector } from 'node:inspector';
import { isMainThread, Worker } from 'node:worker_threads';

const secondsUsual = 20;
const beatMs = 500;
const requestsMax = 5;
const textBytes = 2_048;
/** Ids, tokens and names are secrets or the business of merchants: only words of our own are kept of an address. */
const ownWord = /^[a-z.-]{0,24}$/i;

/** @param {string} [address] */
function shownPath(address = '') {
  const [path = ''] = address.slice(0, 1_024).split(/[?#]/);
  return path
    .split('/')
    .map((part) => (ownWord.test(part) ? part : '…'))
    .join('/');
}

/** Keeps the requests that have begun and not ended where the thread can read them. @param {Uint8Array} text */
function noteRequests(text) {
  /** @type {Map<object, string>} */
  const open = new Map();
  const encoder = new TextEncoder();
  const write = () => {
    const newest = [...open.values()].slice(-requestsMax).join(', ');
    const bytes = encoder.encode(newest).subarray(0, text.length);
    text.fill(0, bytes.length);
    text.set(bytes);
  };
  subscribe('http.server.request.start', (message) => {
    const { request, response } =
      /** @type {{ request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse }} */ (
        message
      );
    open.set(request, `${request.method} ${shownPath(request.url)}`);
    write();
    response.once('close', () => {
      open.delete(request);
      write();
    });
  });
  // The API tells the pattern of the route, and the id that the response carries.
  subscribe('tillgate:request', (message) => {
    const { raw, id, route } = /** @type {{ raw: import('node:http').IncomingMessage, id: string, route: string }} */ (
      message
    );
    if (!open.has(raw)) return;
    open.set(raw, `${raw.method} ${route} (request ${id})`);
    write();
  });
}

if (isMainThread && inspector() === undefined) {
  const seconds = Number(new URL(import.meta.url).searchParams.get('seconds') ?? secondsUsual);
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const text = new Uint8Array(new SharedArrayBuffer(textBytes));
  noteRequests(text);
  const thread = new Worker(new URL('watch-beats.mjs', import.meta.url), {
    workerData: { beats, text, seconds, beatMs, pid: process.pid },
    execArgv: [],
    stdout: false,
  });
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
}
