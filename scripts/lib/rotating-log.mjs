// @ts-check
import { createWriteStream, openSync, renameSync, statSync } from 'node:fs';

const bytesMaxDefault = 10 * 1024 * 1024;
const keptFilesDefault = 4;

/** @param {string} file */
function sizeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Puts a log aside as `file.1`. Older ones move on by one number, and the oldest goes.
 * @param {string} file
 * @param {number} [keptFiles] how many old ones there may be
 */
export function putAside(file, keptFiles = keptFilesDefault) {
  for (let number = keptFiles; number > 0; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${number}`);
  }
}

/**
 * Puts a log aside that has grown too long.
 * @param {string} file
 */
export function rotateLog(file) {
  if (sizeOf(file) > bytesMaxDefault) putAside(file);
}

/** @param {import('node:fs').WriteStream} stream @returns {Promise<void>} */
const ended = (stream) => new Promise((done) => stream.end(() => done()));

/**
 * A log that somebody writes line by line. It is put aside before a line would make it longer than `bytesMax`, so it
 * takes at most as much as `keptFiles` + 1 of them.
 * @param {string} file
 * @param {{ bytesMax?: number | undefined, keptFiles?: number | undefined, onError: (error: Error) => void }} options
 *   `onError` hears when the log cannot be opened, written or put aside
 */
export function openRotatingLog(file, { bytesMax = bytesMaxDefault, keptFiles = keptFilesDefault, onError }) {
  let bytes = sizeOf(file);
  /** @type {import('node:fs').WriteStream | undefined} */
  let stream;
  /** Those put aside, until they are written. @type {Promise<unknown>} */
  let before = Promise.resolve();

  function open() {
    const last = stream;
    // Opened now: the name may be given away before a stream opens it by itself.
    stream = createWriteStream(file, { fd: openSync(file, 'a', 0o600) }).on('error', onError);
    if (last) before = Promise.all([before, ended(last)]);
  }

  function rotate() {
    bytes = 0;
    try {
      putAside(file, keptFiles);
      open();
    } catch (error) {
      // The lines go on where they went, and the next try is after as many bytes.
      onError(/** @type {Error} */ (error));
    }
  }

  try {
    open();
  } catch (error) {
    onError(/** @type {Error} */ (error));
  }
  return {
    /** @param {string} line without its end */
    write(line) {
      const text = `${line}\n`;
      const more = Buffer.byteLength(text);
      if (bytes > 0 && bytes + more > bytesMax) rotate();
      bytes += more;
      stream?.write(text);
    },
    /** Resolves when all is written. @returns {Promise<void>} */
    async end() {
      await Promise.all([before, stream && ended(stream)]);
    },
  };
}
