// @ts-check
// A thread that gives regular expressions hostile texts. Whoever started it ends it when one text takes too long.
import { parentPort } from 'node:worker_threads';
import { hostileTexts } from './hostile-texts.mjs';

parentPort?.on(
  'message',
  (/** @type {{ source: string, flags: string, length: number }} */ { source, flags, length }) => {
    const expression = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`);
    for (const { begin, pump, end } of hostileTexts(source, flags)) {
      parentPort?.postMessage({
        trying: `${JSON.stringify(begin)}, ${JSON.stringify(pump)} repeated, ${JSON.stringify(end)}`,
      });
      (begin + pump.repeat(Math.ceil(length / pump.length)) + end).replace(expression, '');
    }
    parentPort?.postMessage({ trying: undefined });
  },
);
