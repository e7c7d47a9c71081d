import { describe, expect, it } from 'vitest';
import { checkCollection } from './collection-fields.ts';
import { collectionBody } from './test-bench.ts';

type Change = Parameters<typeof collectionBody>[0];

const codeOf = (change: Change): string | undefined => {
  const checked = checkCollection(collectionBody(change));
  if ('fields' in checked) return undefined;
  const { responseCode, resultCode } = checked.refusal;
  return responseCode ?? resultCode;
};

describe('a collection', () => {
  const id = 'a'.repeat(32);

  it.each<[string, Change, string]>([
    ['a hyphen in the id', { transaction: { id: '0190f3c4-7f2a-7000' } }, 'ESB000008'],
    ['an id of 4', { transaction: { id: 'abcd' } }, 'ESB000008'],
    ['an id of 81', { transaction: { id: 'a'.repeat(81) } }, 'ESB000008'],
    ['no id', { transaction: { id: undefined } }, 'ESB000008'],
    ['an id that is a list', { transaction: { id: ['abcdef'] } }, 'ESB000008'],
    ['a reference of 3', { reference: 'abc' }, 'ESB000008'],
    ['a reference of 65', { reference: 'a'.repeat(65) }, 'ESB000008'],
    ['a hyphen in the reference', { reference: 'INV-1' }, 'ESB000008'],
    ['no reference', { reference: undefined }, 'ESB000008'],
    ['the country code', { subscriber: { msisdn: '254733123456' } }, 'ESB000033'],
    ['a leading zero', { subscriber: { msisdn: '0733123456' } }, 'ESB000033'],
    ['a plus', { subscriber: { msisdn: '+254733123456' } }, 'ESB000036'],
    ['no number', { subscriber: { msisdn: undefined } }, 'ESB000036'],
    ['another country', { subscriber: { country: 'UG' } }, 'ESB000034'],
    ['another currency', { transaction: { currency: 'UGX' } }, 'ESB000035'],
    ['decimals', { transaction: { amount: 10.5 } }, 'DP00800001004'],
    ['nothing to pay', { transaction: { amount: 0 } }, 'DP00800001004'],
    ['a negative amount', { transaction: { amount: -5 } }, 'DP00800001004'],
    ['too much', { transaction: { amount: 250_001 } }, 'DP00800001003'],
    ['an amount as text', { transaction: { amount: '250' } }, 'ESB000008'],
    ['no amount', { transaction: { amount: undefined } }, 'ESB000008'],
  ])('with %s is refused', (_what, change, code) => {
    expect(codeOf(change)).toBe(code);
  });

  it.each<[string, Change]>([
    ['the largest amount', { transaction: { amount: 250_000 } }],
    ['the smallest amount', { transaction: { amount: 1 } }],
    ['a number that is no text', { subscriber: { msisdn: 733123456 } }],
    ['an id of 5', { transaction: { id: 'ab12C' } }],
    ['an id of 80', { transaction: { id: 'a'.repeat(80) } }],
    ['no country and no currency', { subscriber: { country: undefined, currency: undefined } }],
    ['members that nobody knows', { transaction: { colour: 'red' } }],
  ])('with %s is right', (_what, change) => {
    expect(codeOf(change)).toBe(undefined);
  });

  it('is read', () => {
    expect(checkCollection(collectionBody({ transaction: { id } }))).toEqual({
      fields: { id, msisdn: '733123456', amount: 250, reference: 'Invoice1' },
    });
  });

  it.each([{}, { subscriber: null, transaction: [] }, { reference: 'Invoice1', subscriber: 7, transaction: 'x' }])(
    'that is %o is refused and does not break',
    (body) => {
      expect(checkCollection(body)).toHaveProperty('refusal');
    },
  );
});
