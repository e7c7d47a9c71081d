import { describe, expect, it } from 'vitest';
import { createDrain } from './drain.ts';

function gated() {
  const open: (() => void)[] = [];
  let most = 0;
  let runs = 0;
  const work = () =>
    new Promise<void>((resolve) => {
      runs += 1;
      open.push(resolve);
      most = Math.max(most, open.length);
    });
  return { work, open: () => open.shift()?.(), most: () => most, runs: () => runs };
}
const onError = (error: unknown) => {
  throw error;
};
const turns = () => new Promise(setImmediate);

describe('a drain', () => {
  it('never works twice at once, and wake-ups during its work are one more run', async () => {
    const { work, open, most, runs } = gated();
    const drain = createDrain(work, { onError });
    for (let n = 0; n < 5; n += 1) drain.wake();
    const after = drain.run();
    expect(runs()).toBe(1);
    open();
    await turns();
    expect(runs()).toBe(2);
    open();
    await after;
    expect(most()).toBe(1);
    expect(runs()).toBe(2);
  });

  it('tells of a failure and works again at the next wake-up', async () => {
    const failures: unknown[] = [];
    let runs = 0;
    const drain = createDrain(
      async () => {
        runs += 1;
        throw new Error(`run ${runs}`);
      },
      { onError: (error) => failures.push(error) },
    );
    await drain.run();
    await drain.run();
    expect(failures).toMatchObject([{ message: 'run 1' }, { message: 'run 2' }]);
  });

  it('rests after a run when it is told to, and not when it is closed', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
    };
    const drain = createDrain(work, { onError, gapMs: 3_600_000 });
    await drain.run();
    const later = drain.run();
    await turns();
    expect(runs).toBe(1);
    await drain.close();
    await later;
    expect(runs).toBe(1);
  });

  it('that is closed ends what is under way and begins nothing', async () => {
    let signalled = false;
    let runs = 0;
    const drain = createDrain(
      (signal) => {
        runs += 1;
        return new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            signalled = true;
            resolve();
          });
        });
      },
      { onError },
    );
    drain.wake();
    await drain.close();
    await drain.run();
    expect({ signalled, runs }).toEqual({ signalled: true, runs: 1 });
  });
});
