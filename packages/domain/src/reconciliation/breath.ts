import { setImmediate } from 'node:timers/promises';

/** Lets other work of the process run, if this has run for a while. */
export type Breath = () => Promise<void>;

/** One thread serves everybody, and a large file takes seconds. */
const stretchMs = 15;

export function createBreath(): Breath {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < stretchMs) return;
    await setImmediate();
    since = performance.now();
  };
}
