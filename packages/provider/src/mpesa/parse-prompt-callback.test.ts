import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText } from '../kit/amount-text.ts';
import { parsePromptCallback } from './parse-prompt-callback.ts';

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const items = [
  { Name: 'Amount', Value: 250.0 },
  { Name: 'MpesaReceiptNumber', Value: 'TJK1A2B3C4' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20261015173012 },
  { Name: 'PhoneNumber', Value: 254712345678 },
];
const callback = (changes: object) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: '29115-1',
      CheckoutRequestID: 'ws_CO_1',
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: { Item: items },
      ...changes,
    },
  },
});
const paid = (Item: unknown) => {
  const parsed = parsePromptCallback(bytes(callback({ CallbackMetadata: { Item } })));
  return parsed.ok ? parsed.value.paid : undefined;
};
const resultOf = (changes: object) => {
  const parsed = parsePromptCallback(bytes(callback(changes)));
  return parsed.ok ? parsed.value : undefined;
};

it('is read when a proxy has compressed it', () => {
  const body = bytes(callback({}));
  expect(parsePromptCallback(gzipSync(body))).toEqual(parsePromptCallback(body));
});

describe('a success', () => {
  it('gives ids, code and what was paid', () => {
    expect(parsePromptCallback(bytes(callback({})))).toEqual({
      ok: true,
      value: {
        merchantRequestId: '29115-1',
        checkoutRequestId: 'ws_CO_1',
        outcome: 'success',
        resultCode: '0',
        resultDesc: 'The service request is processed successfully.',
        paid: { amount: '250', receipt: 'TJK1A2B3C4', phone: '254712345678' },
      },
    });
  });

  it('finds items by name in any order, and takes the first of a name that has a value', () => {
    expect(paid([...items].reverse())).toEqual({ amount: '250', receipt: 'TJK1A2B3C4', phone: '254712345678' });
    expect(paid([{ Name: 'Amount' }, { Name: 'Amount', Value: 5 }, { Name: 'Amount', Value: 9 }])).toMatchObject({
      amount: '5',
    });
  });

  it.each([
    ['no list', undefined],
    ['an empty list', []],
    ['items that are no items', [null, 1, 'x', [], { Value: 1 }, { Name: 'Amount', Value: {} }]],
    ['blank values', [{ Name: 'MpesaReceiptNumber', Value: ' ' }]],
    ['names of the prototype', [{ Name: '__proto__', Value: 1 }, { Name: 'constructor' }]],
  ])('with %s is paid with nulls', (_name, list) => {
    expect(paid(list)).toEqual({ amount: null, receipt: null, phone: null });
  });

  it('without metadata is paid with nulls', () => {
    for (const CallbackMetadata of [undefined, null, 'x', []]) {
      expect(resultOf({ CallbackMetadata })?.paid).toEqual({ amount: null, receipt: null, phone: null });
    }
  });

  it('with one bare item is read too', () => {
    expect(paid({ Name: 'Amount', Value: '10' })).toMatchObject({ amount: '10' });
  });

  it('keeps no control character, which a database would refuse', () => {
    expect(resultOf({ ResultDesc: 'a\u0000b', MerchantRequestID: '\u0000' })).toMatchObject({
      resultDesc: 'a b',
      merchantRequestId: null,
    });
    expect(paid([{ Name: 'MpesaReceiptNumber', Value: ' TJK1\u0000' }])).toMatchObject({ receipt: 'TJK1' });
  });
});

describe('a failure', () => {
  it.each([
    [1032, '1032'],
    ['1037', '1037'],
    ['SFC_IC0003', 'SFC_IC0003'],
    [4999, '4999'],
    ['01', '01'],
  ])('with ResultCode %j has code %j and nothing paid', (ResultCode, resultCode) => {
    expect(resultOf({ ResultCode, CallbackMetadata: undefined })).toMatchObject({ resultCode, paid: null });
  });

  it.each([
    ['names a receipt says so', items, { receipt: 'TJK1A2B3C4', amount: '250', phone: '254712345678' }],
    ['names an amount alone has nothing paid', [{ Name: 'Amount', Value: 250 }], null],
    ['names a placeholder has nothing paid', [{ Name: 'MpesaReceiptNumber', Value: 'OA90000000' }], null],
    ['names a blank receipt has nothing paid', [{ Name: 'MpesaReceiptNumber', Value: ' ' }], null],
  ])('that %s', (_name, Item, expected) => {
    expect(resultOf({ ResultCode: 1032, CallbackMetadata: { Item } })?.paid).toEqual(expected);
  });
});

describe('the amount', () => {
  it.each<[unknown, string | null]>([
    [1, '1'],
    ['1', '1'],
    ['1.00', '1'],
    [250.5, '250.50'],
    ['250.50', '250.50'],
    ['250.5', '250.50'],
    ['0250.05', '250.05'],
    ['1.125', '1.125'],
    [0.1, '0.10'],
    [0, '0'],
    [150000, '150000'],
    ['123456789012345.67', '123456789012345.67'],
    [-1, null],
    ['-1', null],
    [1e21, null],
    [1e-7, null],
    [12345678901234.56, null],
    ['1,000', null],
    ['1e3', null],
    ['.5', null],
    ['5.', null],
    ['', null],
    [true, null],
    [null, null],
    ['9'.repeat(30), null],
  ])('%j is %j', (sent, expected) => {
    expect(amountText(sent)).toBe(expected);
  });

  it('is the same text for a number and for its decimals, to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        const decimals = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(amountText(Number(decimals))).toBe(amountText(decimals));
        expect(Number(amountText(decimals))).toBe(cents / 100);
      }),
    );
  });
});

describe('what cannot be read is said, not thrown', () => {
  it.each<[string, Uint8Array]>([
    ['nothing', bytes('')],
    ['no JSON', bytes('<xml/>')],
    ['an array', bytes([])],
    ['null', bytes('null')],
    ['another callback', bytes({ Result: {} })],
    ['no id', bytes(callback({ CheckoutRequestID: undefined }))],
    ['a blank id', bytes(callback({ CheckoutRequestID: ' ' }))],
    ['an id that is too long', bytes(callback({ CheckoutRequestID: 'x'.repeat(256) }))],
    ['no code', bytes(callback({ ResultCode: undefined }))],
    ['a code that is an object', bytes(callback({ ResultCode: {} }))],
    ['a code that is a boolean', bytes(callback({ ResultCode: false }))],
    ['a code of two zeros', bytes(callback({ ResultCode: '00' }))],
    ['broken UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['too many bytes', bytes(callback({ ResultDesc: 'x'.repeat(100_001) }))],
    ['a deep nest', bytes('['.repeat(99_999))],
    ['a deep nest of objects', bytes('{"a":'.repeat(19_000))],
  ])('%s', (_name, body) => {
    expect(parsePromptCallback(body)).toMatchObject({ ok: false, reason: expect.any(String) });
  });

  it('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) => {
        expect(parsePromptCallback(body).ok).toBeTypeOf('boolean');
      }),
    );
  });

  it('any JSON in any place, and what is read obeys its type', () => {
    const fields = ['MerchantRequestID', 'CheckoutRequestID', 'ResultCode', 'ResultDesc', 'CallbackMetadata'] as const;
    const changes = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue());
    const item = fc.record({
      Name: fc.constantFrom('Amount', 'MpesaReceiptNumber', 'PhoneNumber'),
      Value: fc.jsonValue(),
    });
    fc.assert(
      fc.property(changes, fc.array(fc.oneof(item, fc.jsonValue())), fc.boolean(), (some, list, withItems) => {
        const parsed = parsePromptCallback(
          bytes(callback({ ...some, ...(withItems ? { CallbackMetadata: { Item: list } } : {}) })),
        );
        if (!parsed.ok) return;
        const { checkoutRequestId, resultCode, paid: payment } = parsed.value;
        expect(checkoutRequestId).not.toBe('');
        expect(resultCode).not.toBe('');
        expect(payment !== null).toBe(resultCode === '0' || (payment?.receipt ?? null) !== null);
        expect(payment?.amount ?? '0').toMatch(/^\d+(\.\d{2,})?$/);
        expect(payment?.phone ?? '254700000000').toMatch(/^\d+$/);
        expect(JSON.stringify(parsed)).not.toMatch(/\\u0000/);
      }),
    );
  });
});
