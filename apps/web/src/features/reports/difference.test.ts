import { expect, it } from 'vitest';
import { differenceOf } from './difference.ts';

it.each([
  ['money', '1500', '1000', { direction: 'more', by: '500.00', share: 0.5 }],
  ['money', '-200', '100', { direction: 'less', by: '300.00', share: 3 }],
  ['money', '700', '0', { direction: 'more', by: '700.00', share: null }],
  ['money', '0', '0', { direction: 'same' }],
  ['money', '90071992547409931', '90071992547409930', { direction: 'more', by: '1.00' }],
  ['money', '1201.25', '1201.50', { direction: 'less', by: '0.25' }],
  ['money', '-0.50', '0.5', { direction: 'less', by: '1.00' }],
  ['count', 3, 4, { direction: 'less', by: 1, share: 0.25 }],
  ['count', 4, 4, { direction: 'same' }],
  ['average', 12.5, 10, { direction: 'more', by: 2.5, share: 0.25 }],
  ['share', 0.95, 0.9, { direction: 'more', by: 5, share: null }],
  ['share', 0.9, 0.9004, { direction: 'same' }],
  ['share', null, 0.9, { direction: 'none' }],
  ['average', 10, null, { direction: 'none' }],
  ['money', '10', undefined, { direction: 'none' }],
] as const)('%s of %s after %s', (kind, now, before, expected) => {
  expect(differenceOf(kind, now, before)).toMatchObject(expected);
});
