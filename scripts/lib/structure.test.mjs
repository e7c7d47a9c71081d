// @ts-check
import { expect, it } from 'vitest';
import { limitsIn } from './structure.mjs';

it('a limit is a named number with a unit, and the comment above it says what it means', () => {
  const text = [
    '/** Longer than {@link pollMs}. */',
    'export const leaseSeconds = 90;',
    'const scheduleMs = 24 * 3_600_000;',
    'const historyMs = 90 * dayMs;',
    'export const hourMs = 60 * minuteMs;',
    'const name = 5;',
    "const label = 'max';",
    'const indentedMax = 1;'.padStart(30),
    'const openMax = limit();',
  ].join('\n');
  expect(limitsIn('a.ts', text)).toEqual([
    { name: 'leaseSeconds', value: '90', path: 'a.ts', what: 'Longer than `pollMs`.' },
    { name: 'scheduleMs', value: '24 * 3_600_000', path: 'a.ts', what: '' },
    { name: 'historyMs', value: '90 * dayMs', path: 'a.ts', what: '' },
  ]);
});
