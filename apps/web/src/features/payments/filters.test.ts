import { expect, it } from 'vitest';
import { listInput, readAddress } from '@/features/lists/address';
import { filterOfText, paymentList } from './filters.ts';

const clock = { timeZone: 'UTC', now: new Date('2026-07-19T22:30:00Z') } as const;

it('leaves out what makes no sense in an address', () => {
  const address = {
    status: 'paid',
    source: ['c2b', 'stk'],
    min: '-5',
    max: '1e9',
    period: 'always',
    review: 'no',
    rail: 'pigeon',
    other: 'x',
    before: '1.a',
    after: '2.b',
  };
  expect(JSON.parse(JSON.stringify(listInput(paymentList, address, clock)))).toEqual({ source: 'c2b', before: '1.a' });
  expect(readAddress(paymentList, address).values).not.toHaveProperty('other');
});

it('asks the server with the fields of every filter in the address', () => {
  const address = {
    status: 'failed',
    category: 'balance',
    reason: '1',
    min: '10',
    max: '2000',
    from: '2026-07-01',
    to: '2026-07-02',
    phone: '0712 345 678',
    reference: 'INV-1',
    receipt: 'TKL1ABC234',
    metadata: 'orderId=1',
    review: 'yes',
    refund: 'refunded',
    rail: 'airtel',
  };
  expect(listInput(paymentList, address, clock)).toEqual({
    status: 'failed',
    category: 'balance',
    resultCode: '1',
    amountMin: 10,
    amountMax: 2000,
    createdFrom: '2026-07-01T00:00:00.000Z',
    createdTo: '2026-07-03T00:00:00.000Z',
    phone: '0712 345 678',
    accountReference: 'INV-1',
    receipt: 'TKL1ABC234',
    metadata: 'orderId=1',
    needsReview: true,
    refund: 'refunded',
    rail: 'airtel',
    source: undefined,
    before: undefined,
    after: undefined,
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
