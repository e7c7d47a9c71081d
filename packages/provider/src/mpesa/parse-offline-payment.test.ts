import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseOfflinePayment } from './parse-offline-payment.ts';

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const confirmation = {
  TransactionType: 'Pay Bill',
  TransID: 'TJK1A2B3C4',
  TransTime: '20260301123012',
  TransAmount: '5.00',
  BusinessShortCode: '600123',
  BillRefNumber: 'INV-001',
  InvoiceNumber: '',
  OrgAccountBalance: '25.00',
  ThirdPartyTransID: '',
  MSISDN: '2547 ***** 126',
  FirstName: 'Jane',
};
const read = (changes: object) => {
  const parsed = parseOfflinePayment(bytes({ ...confirmation, ...changes }));
  return parsed.ok ? parsed.value : undefined;
};

describe('a payment that did not begin here', () => {
  it('is read whole', () => {
    expect(parseOfflinePayment(bytes(confirmation))).toEqual({
      ok: true,
      value: {
        transactionId: 'TJK1A2B3C4',
        transactionType: 'Pay Bill',
        amount: '5',
        shortcode: '600123',
        billRefNumber: 'INV-001',
        phone: '2547 ***** 126',
        payerName: 'Jane',
        organizationBalance: '25.00',
        paidAt: '2026-03-01T12:30:12+03:00',
      },
    });
  });

  it.each<[unknown, string | undefined]>([
    ['2026-13-45 99:00', '2026-13-45 99:00'],
    [20269901123012, '20269901123012'],
    [`x${'9'.repeat(100)}`, `x${'9'.repeat(39)}`],
    ['20260301123012', undefined],
    ['', undefined],
    [null, undefined],
  ])('keeps a TransTime %j that is no time as %j', (TransTime, told) => {
    expect(read({ TransTime })?.unreadableTime).toBe(told);
  });

  it.each<[object, string]>([
    [{ FirstName: 'JANE', MiddleName: '', LastName: 'DOE ' }, 'JANE DOE'],
    [{ FirstName: 'JANE', MiddleName: 'W.', LastName: 'DOE' }, 'JANE W. DOE'],
    [{ FirstName: undefined, LastName: 'DOE' }, 'DOE'],
    [{ FirstName: null, MiddleName: {}, LastName: [] }, ''],
    [{ FirstName: 'MPESA' }, ''],
    [{ FirstName: 'MPESA', LastName: 'AGENCY' }, 'MPESA AGENCY'],
  ])('with %j names %j', (names, payerName) => {
    expect(read(names)?.payerName).toBe(payerName);
  });

  it.each<[unknown, string]>([
    ['5.00', '5'],
    ['5', '5'],
    [5, '5'],
    [5.5, '5.50'],
    ['5.50', '5.50'],
    ['5.125', '5.125'],
    ['250000.00', '250000'],
  ])('of TransAmount %j has the exact amount %j', (TransAmount, amount) => {
    expect(read({ TransAmount })?.amount).toBe(amount);
  });

  it.each<[unknown, string]>([
    ['254712345678', '254712345678'],
    [254712345678, '254712345678'],
    ['2547 ***** 126', '2547 ***** 126'],
    ['ab'.repeat(31), 'ab'.repeat(31)],
    ['', ''],
    [undefined, ''],
    [null, ''],
    [{}, ''],
  ])('with MSISDN %j has phone %j', (MSISDN, phone) => {
    expect(read({ MSISDN })?.phone).toBe(phone);
  });

  it('with only receipt and amount is blank elsewhere', () => {
    expect(parseOfflinePayment(bytes({ TransID: ' TJK1A2B3C4 ', TransAmount: 7 }))).toEqual({
      ok: true,
      value: {
        transactionId: 'TJK1A2B3C4',
        transactionType: '',
        amount: '7',
        shortcode: '',
        billRefNumber: '',
        phone: '',
        payerName: '',
        organizationBalance: '',
        paidAt: null,
      },
    });
  });

  it('takes identifiers as numbers, and a balance of 0 is no blank one', () => {
    expect(read({ BusinessShortCode: 600123, BillRefNumber: 42, OrgAccountBalance: 0 })).toMatchObject({
      shortcode: '600123',
      billRefNumber: '42',
      organizationBalance: '0',
    });
  });
});

describe('what cannot be read is said, not thrown', () => {
  it.each<[string, unknown]>([
    ['nothing', ''],
    ['no JSON', 'TransID=1'],
    ['an array', []],
    ['no receipt', { ...confirmation, TransID: undefined }],
    ['a blank receipt', { ...confirmation, TransID: ' ' }],
    ['a receipt that is too long', { ...confirmation, TransID: 'x'.repeat(41) }],
    ['a receipt that is not printable', { ...confirmation, TransID: 'TJKé' }],
    ['a receipt that is an object', { ...confirmation, TransID: {} }],
    ['no amount', { ...confirmation, TransAmount: undefined }],
    ['a negative amount', { ...confirmation, TransAmount: '-5.00' }],
    ['an amount with separators', { ...confirmation, TransAmount: '5,000.00' }],
    ['an amount that lost digits', { ...confirmation, TransAmount: 1e21 }],
    ['too many bytes', { ...confirmation, FirstName: 'x'.repeat(100_001) }],
  ])('%s', (_name, body) => {
    expect(parseOfflinePayment(bytes(body))).toMatchObject({ ok: false, reason: expect.any(String) });
  });

  it('any JSON in any place, and what is read obeys its type', () => {
    const names = Object.keys(confirmation) as (keyof typeof confirmation)[];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue()), (changes) => {
        const value = read(changes);
        if (value === undefined) return;
        expect(value.transactionId).toMatch(/^[\x20-\x7e]{1,40}$/);
        expect(value.amount).toMatch(/^\d+(\.\d{2,})?$/);
        const { paidAt, ...texts } = value;
        for (const text of Object.values(texts)) expect(text).toBeTypeOf('string');
        if (paidAt !== null) expect(paidAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/);
      }),
    );
  });

  it('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        expect(parseOfflinePayment(body).ok).toBeTypeOf('boolean');
      }),
    );
  });
});
