import { describe, expect, it } from 'vitest';
import type { OfflinePayment } from '../ports/provider.ts';
import type { RegistrationRow, RulesRow } from './statements.ts';
import { decideValidation } from './validation.ts';

const registration: RegistrationRow = {
  id: 'r',
  applicationId: 'a',
  environment: 'sandbox',
  shortcode: '600100',
  product: 'paybill',
  tillNumber: null,
  verifyFrom: null,
  isHashProven: false,
};
const till = { ...registration, product: 'till' as const, tillNumber: '512345' };
const payment = (changes: Partial<OfflinePayment> = {}): OfflinePayment => ({
  transactionId: 'TJK1A2B3C4',
  transactionType: 'Pay Bill',
  amount: '100',
  shortcode: '600100',
  billRefNumber: 'AB1234',
  phone: '254712345678',
  payerName: '',
  organizationBalance: '',
  paidAt: null,
  ...changes,
});
const rules = (changes: Partial<RulesRow> = {}): RulesRow => ({
  referencePattern: null,
  isReferenceListed: true,
  amountMin: null,
  amountMax: null,
  ...changes,
});
const pattern = { referencePattern: '[A-Z]{2}[0-9]{4}' };

describe('without rules', () => {
  it.each<[string, Partial<OfflinePayment>]>([
    ['any reference', { billRefNumber: 'anything at all' }],
    ['any phone', { phone: '12345678' }],
    ['any amount', { amount: '999999.50' }],
    ['a shortcode that is not told', { shortcode: '' }],
  ])('%s goes through', (_what, changes) => {
    expect(decideValidation(payment(changes), registration, null)).toBe('0');
  });

  it('a shortcode that is not ours does not', () => {
    expect(decideValidation(payment({ shortcode: '600999' }), registration, null)).toBe('C2B00015');
  });
});

describe('with rules', () => {
  it.each<[string, Partial<OfflinePayment>, Partial<RulesRow>, string]>([
    ['a reference of the form', {}, pattern, '0'],
    ['a reference of another form', { billRefNumber: 'AB12345' }, pattern, 'C2B00012'],
    ['no reference', { billRefNumber: '' }, pattern, 'C2B00012'],
    ['a reference that is not listed', {}, { isReferenceListed: false }, 'C2B00012'],
    ['the smallest amount', {}, { amountMin: 100 }, '0'],
    ['less', { amount: '99.99' }, { amountMin: 100 }, 'C2B00013'],
    ['the largest amount', {}, { amountMax: 100 }, '0'],
    ['a little more', { amount: '100.01' }, { amountMax: 100 }, 'C2B00013'],
    ['digits that are no phone number', { phone: '12345678' }, {}, 'C2B00011'],
    ['a masked phone', { phone: '2547 ***** 126' }, {}, '0'],
    ['a hashed phone', { phone: 'ab'.repeat(32) }, {}, '0'],
    ['a blank phone', { phone: '' }, {}, '0'],
    ['nested repetition', { billRefNumber: 'a'.repeat(60) }, { referencePattern: '(a+)+y' }, 'C2B00012'],
    ['a pattern that cannot be used', {}, { referencePattern: '(?=AB).*' }, 'C2B00016'],
    ['one, and a reference not listed', {}, { referencePattern: '(', isReferenceListed: false }, 'C2B00012'],
    ['one, and a wrong amount', {}, { referencePattern: '(', amountMin: 200 }, 'C2B00013'],
  ])('%s', (_what, changes, given, code) => {
    expect(decideValidation(payment(changes), registration, rules(given))).toBe(code);
  });

  it('a till has no references, and two numbers', () => {
    const atTill = payment({ billRefNumber: '', shortcode: '512345' });
    expect(decideValidation(atTill, till, rules(pattern))).toBe('0');
    expect(decideValidation(atTill, till, rules({ referencePattern: '(' }))).toBe('0');
    expect(decideValidation({ ...atTill, billRefNumber: 'X' }, till, rules(pattern))).toBe('C2B00012');
  });
});
