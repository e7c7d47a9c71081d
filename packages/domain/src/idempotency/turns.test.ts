import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('one holder at a time is seen, and those who wait go on when it is done', async () => {
  const turns = createTurns();
  let finish = () => {};
  const held = turns.hold('k', () => new Promise<string>((resolve) => (finish = () => resolve('done'))));
  expect(turns.taken('k')).toBe(true);
  expect(turns.taken('other')).toBe(false);
  const waited = turns.wait('k', 60_000).then(() => turns.taken('k'));
  finish();
  expect(await held).toBe('done');
  expect(await waited).toBe(false);
});

it('patience ends although the holder does not', async () => {
  const turns = createTurns();
  void turns.hold('k', () => new Promise(() => {}));
  await turns.wait('k', 5);
  expect(turns.taken('k')).toBe(true);
});

it('a holder that fails gives the turn back', async () => {
  const turns = createTurns();
  await expect(turns.hold('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(turns.taken('k')).toBe(false);
  await turns.wait('k', 60_000);
});
