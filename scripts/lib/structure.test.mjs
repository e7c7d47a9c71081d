// @ts-check
import { expect, it } from 'vitest';
import { limitsIn, roomOf } from './structure.mjs';

it('a limit is a number with a unit that other files can see, and the comment above it says what it means', () => {
  const text = [
    '/** Longer than {@link pollMs}. */',
    'export const leaseSeconds = 90;',
    'export const scheduleMs = 24 * 3_600_000;',
    'export const historyMs = 90 * dayMs;',
    'export const hourMs = 60 * minuteMs;',
    'const batchMax = 100;',
    'export const name = 5;',
    "export const label = 'max';",
    'export const indentedMax = 1;'.padStart(40),
    'export const openMax = limit();',
  ].join('\n');
  expect(limitsIn('a.ts', text)).toEqual([
    { name: 'leaseSeconds', value: '90', path: 'a.ts', what: 'Longer than `pollMs`.' },
    { name: 'scheduleMs', value: '24 * 3_600_000', path: 'a.ts', what: '' },
    { name: 'historyMs', value: '90 * dayMs', path: 'a.ts', what: '' },
  ]);
});

it.each([
  ['packages/domain/src/payments/payment.ts', 'packages/domain/src/payments'],
  ['packages/domain/src/reading/home/report.ts', 'packages/domain/src/reading'],
  ['apps/web/src/features/money/entry.ts', 'apps/web/src/features/money'],
  ['apps/web/src/graphql/types/refs.ts', 'apps/web/src/graphql'],
  ['apps/web/src/handset.ts', 'apps/web'],
  ['apps/cli/src/commands/listen.ts', 'apps/cli'],
  ['inngest/src/courier/lookup.ts', 'inngest'],
])('%s is in the room %s', (path, room) => {
  expect(roomOf(path)).toBe(room);
});
