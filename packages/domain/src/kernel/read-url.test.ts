import { expect, it } from 'vitest';
import { readUrl } from './read-url.ts';

it('reads a host that is not ASCII, however often it is asked', () => {
  let refused = 0;
  for (let n = 0; n < 200_000; n += 1) if (!readUrl('https://münchen.example/hook')) refused += 1;
  expect(refused).toBe(0);
  expect(readUrl('münchen')).toBeUndefined();
  expect(readUrl('a', 'https://münchen.example/b')?.href).toBe('https://xn--mnchen-3ya.example/a');
});
