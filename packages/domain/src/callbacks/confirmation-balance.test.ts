import { expect, it } from 'vitest';
import { confirmationBalanceOf } from './confirmation-balance.ts';

const payment = {
  transactionId: 'TKL0000001',
  transactionType: 'Pay Bill',
  amount: '5.50',
  shortcode: '600000',
  billRefNumber: '',
  phone: '',
  payerName: '',
  organizationBalance: '14837.50',
  paidAt: '2026-11-20T13:24:11+03:00',
};

it('reads the balance to the cent', () => {
  expect(confirmationBalanceOf(payment)).toEqual({
    receipt: 'TKL0000001',
    paidAt: new Date('2026-11-20T10:24:11Z'),
    amountCents: 550,
    balanceCents: 1_483_750,
  });
});

it.each([
  ['1,234', 123_400],
  ['-20.5', -2_050],
  ['0.00', 0],
])('reads %s', (organizationBalance, balanceCents) => {
  expect(confirmationBalanceOf({ ...payment, organizationBalance })).toMatchObject({ balanceCents });
});

it.each([
  ['no balance', { organizationBalance: '' }],
  ['a balance that is no sum', { organizationBalance: '1.234,50' }],
  ['a balance to parts of a cent', { organizationBalance: '1.005' }],
  ['no time', { paidAt: null }],
])('is nothing with %s', (_, given) => {
  expect(confirmationBalanceOf({ ...payment, ...given })).toBeUndefined();
});
