import { describe, expect, it } from 'vitest';
import { watchOverload } from './overload.ts';

const log = { warn() {} };

/** Requests come every 10 ms; `queueMs` says how long whoever joins the queue at a moment has to wait. */
async function play(lastsMs: number, queueMs: (at: number) => number, isQuiet: (at: number) => boolean = () => false) {
  let at = 0;
  const waiting: { until: number; done: () => void }[] = [];
  const overload = watchOverload(() => new Promise((done) => waiting.push({ until: at + queueMs(at), done })), {
    log,
    now: () => at,
  });
  const refused: number[] = [];
  for (; at < lastsMs; at += 10) {
    for (const turn of waiting.splice(0)) turn.until <= at ? turn.done() : waiting.push(turn);
    // The probe's own promises settle before the next request.
    await Promise.resolve().then(() => Promise.resolve());
    await new Promise(setImmediate);
    if (!isQuiet(at) && overload.isTooMuch()) refused.push(at);
  }
  return { refused, first: refused[0], last: refused.at(-1) };
}

describe('overload', () => {
  it('nothing is refused while requests wait for less than two seconds', async () => {
    expect(await play(20_000, () => 1_900)).toMatchObject({ refused: [] });
  });

  it('a burst that is over within a second more is served whole', async () => {
    expect(await play(10_000, (at) => Math.max(0, 2_900 - at))).toMatchObject({ refused: [] });
  });

  it('a queue that stays too long refuses after a second more, until it is short again', async () => {
    const { first, last } = await play(30_000, (at) => (at < 10_000 ? 2_500 : 20));
    expect(first).toBeGreaterThanOrEqual(3_000);
    expect(first).toBeLessThan(4_000);
    expect(last).toBeLessThan(12_600);
  });

  it('the next long queue refuses sooner', async () => {
    const isLong = (at: number) => at < 10_000 || (at > 15_000 && at < 20_000);
    const { refused } = await play(25_000, (at) => (isLong(at) ? 2_500 : 20));
    const second = refused.find((at) => at > 15_000);
    expect(second).toBeLessThan(16_200);
  });

  it('a probe that never comes to its turn refuses', async () => {
    expect((await play(8_000, () => 1_000_000)).refused).toContain(7_990);
  });

  it('what was measured before a pause is forgotten', async () => {
    const isQuiet = (at: number) => at > 8_000 && at < 18_000;
    const { refused } = await play(25_000, (at) => (at < 8_000 ? 2_500 : 20), isQuiet);
    expect(refused.some((at) => at > 17_000)).toBe(false);
  });
});
