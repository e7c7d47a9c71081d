import { expect, it } from 'vitest';
import { formatBytes } from './size.ts';

it.each([
  [0, '0 B'],
  [812, '812 B'],
  [1_000, '1.0 kB'],
  [9_940, '9.9 kB'],
  [48_400, '48 kB'],
  [1_240_000, '1.2 MB'],
  [3_000_000_000_000, '3000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes).replace('\u00a0', ' ')).toBe(text);
});
