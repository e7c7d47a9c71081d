import { expect, it } from 'vitest';
import { within } from './within.ts';

const never = new Promise<string>(() => {});

it('returns what the work resolves to, and undefined when the time is over first', async () => {
  expect(await within(60_000, Promise.resolve('done'))).toBe('done');
  expect(await within(1, never)).toBeUndefined();
});

it('throws what the work rejects with', async () => {
  await expect(within(60_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
