import { expect, it } from 'vitest';
import { misspeltNames, nearestName, unknownNames } from './names.ts';

const filters = [
  'limit',
  'before',
  'status',
  'source',
  'phone',
  'accountReference',
  'receipt',
  'createdFrom',
  'createdTo',
];
const fields = ['amount', 'phone', 'accountReference', 'description', 'metadata', 'idempotencyKey'];

it.each([
  ['accountRef', filters, 'accountReference'],
  ['account_reference', filters, 'accountReference'],
  ['status[]', filters, 'status'],
  ['STATUS', filters, 'status'],
  ['staus', filters, 'status'],
  ['satuts', filters, 'status'],
  ['from', filters, 'createdFrom'],
  ['created_to', filters, 'createdTo'],
  ['phnoe', filters, 'phone'],
  ['per_page', filters, undefined],
  ['colour', filters, undefined],
  ['', filters, undefined],
  ['idempotency_key', fields, 'idempotencyKey'],
  ['IdempotencyKey', fields, 'idempotencyKey'],
  ['desc', fields, 'description'],
  ['meta', fields, 'metadata'],
  ['occassion', ['remarks', 'occasion'], 'occasion'],
  ['cp', ['cpi'], undefined],
  ['orderId', fields, undefined],
  ['currency', fields, undefined],
  ['customer', fields, undefined],
  ['__proto__', fields, undefined],
  ['x'.repeat(100_000), fields, undefined],
])('%.20s means %2$s', (name, known, meant) => {
  expect(nearestName(name, known)).toBe(meant);
});

it('an unknown parameter is named, with the nearest one and all that there are', () => {
  expect(unknownNames(['limit', 'staus', 'per_page', 'per_page', '_'], ['limit', 'status'])).toMatchObject([
    { path: 'staus', message: 'is not known here; did you mean status? There are limit, status' },
    { path: 'per_page', message: 'is not known here. There are limit, status' },
  ]);
  expect(unknownNames(['a\u202e'], [])).toMatchObject([
    { path: 'a\uFFFD', message: 'is not known here. There are none' },
  ]);
});

it('a misspelt name counts only while the right one is missing', () => {
  const issue = { path: 'accountRef', message: expect.stringContaining('did you mean accountReference?') };
  expect(misspeltNames(['amount', 'accountRef', 'order'], fields)).toMatchObject([issue]);
  expect(misspeltNames(['accountReference', 'accountRef'], fields)).toMatchObject([]);
});
