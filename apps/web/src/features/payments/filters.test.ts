import { describe, expect, it } from 'vitest';
import { daysOf, filterOfText, listInput, readAddress } from './filters.ts';

const now = new Date('2026-07-19T22:30:00Z');

describe('what the server is asked', () => {
  it('days begin and end on the clock of the chosen zone', () => {
    const nairobi = listInput({ period: 'today' }, {}, { timeZone: 'Africa/Nairobi', now });
    expect(nairobi).toMatchObject({ createdFrom: '2026-07-19T21:00:00.000Z', createdTo: '2026-07-20T21:00:00.000Z' });
    const utc = listInput({ period: 'today' }, {}, { timeZone: 'UTC', now });
    expect(utc).toMatchObject({ createdFrom: '2026-07-19T00:00:00.000Z', createdTo: '2026-07-20T00:00:00.000Z' });
  });

  it.each([
    ['today', '2026-07-20', '2026-07-20'],
    ['yesterday', '2026-07-19', '2026-07-19'],
    ['week', '2026-07-14', '2026-07-20'],
    ['month', '2026-06-21', '2026-07-20'],
  ] as const)('%s is %s to %s', (period, from, to) => {
    expect(daysOf(period, 'Africa/Nairobi', now)).toEqual({ from, to });
  });

  it('leaves out what makes no sense in an address', () => {
    const { values, place } = readAddress({
      status: 'paid',
      source: ['c2b', 'stk'],
      min: '-5',
      max: '1e9',
      period: 'always',
      review: 'no',
      other: 'x',
      before: '1.a',
      after: '2.b',
    });
    expect(JSON.parse(JSON.stringify(listInput(values, place, { timeZone: 'UTC', now })))).toEqual({
      source: 'c2b',
      before: '1.a',
    });
  });
});

it.each([
  ['0712 345 678', 'phone', '0712 345 678'],
  ['+254712345678', 'phone', '+254712345678'],
  ['tkl1abc234', 'receipt', 'TKL1ABC234'],
  ['INV-1042', 'reference', 'INV-1042'],
  ['CUSTOMERXY', 'reference', 'CUSTOMERXY'],
  [' 1234567890 ', 'reference', '1234567890'],
])('%s is looked for as a %s', (text, name, value) => {
  expect(filterOfText(text)).toEqual({ name, value });
});
