import { setImmediate } from 'node:timers/promises';

/** Lets other work of the process run after a long stretch of this work. */
export type Breath = () => Promise<void>;

/** The process has one thread, and a large file takes seconds. */
const stretchMs = 15;

export function createBreath(): Breath {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < stretchMs) return;
    await setImmediate();
    since = performance.now();
  };
}
