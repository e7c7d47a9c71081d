import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAmbiguity } from './json-text.ts';

describe('a number', () => {
  it.each([
    '9007199254740993',
    '12345678901234567890',
    '100.000000000000000001',
    '0.1234567890123456789',
    '1e400',
    '1e-400',
    '-9007199254740993',
    '123456789012345678e2',
  ])('that would be changed is found: %s', (text) => {
    expect(findAmbiguity(`{"amount":1,"metadata":{"a":[0,${text}]}}`)).toEqual({
      kind: 'inexact',
      path: 'metadata.a.1',
      text,
    });
    expect(findAmbiguity(text)).toEqual({ kind: 'inexact', path: '', text });
  });

  it.each([
    '0',
    '-0',
    '1.0',
    '1e2',
    '1E+2',
    '9007199254740992',
    '9007199254740991',
    '0.10000',
    '0.1',
    '100.0000000000000000000',
    '1e21',
    '1.5e300',
    '123456789012345680000',
    '0e999',
  ])('that stays as it is is fine: %s', (text) => {
    expect(findAmbiguity(`[{"a":${text}},${text}]`)).toBeUndefined();
  });

  it.each([
    ['zeros before a last digit', `1.${'0'.repeat(98_000)}1`],
    ['zeros behind a first digit', `1${'0'.repeat(98_000)}`],
    ['zeros alone', `0.${'0'.repeat(98_000)}`],
    ['a long exponent', `1e${'0'.repeat(98_000)}1`],
    ['one character too many', `0.${'1'.repeat(39)}`],
  ])('of %s is found by its length', (_, text) => {
    expect(findAmbiguity(`{"amount":${text},"phone":"0712345678"}`)).toEqual({ kind: 'long', path: 'amount', text });
  });

  it('of 40 characters is looked at', () => {
    expect(findAmbiguity(`[1.${'0'.repeat(38)}]`)).toBeUndefined();
  });

  it('in a text is text', () => {
    expect(findAmbiguity('{"a":"12345678901234567890, \\"1e999\\" {","12345678901234567890":1}')).toBeUndefined();
  });
});

describe('a member', () => {
  it.each([
    ['{"amount":1,"amount":140000}', 'amount'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"metadata":{"x":[{"y":1,"z":2,"y":1}]}}', 'metadata.x.0.y'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
  ])('that is named twice is found: %s', (json, path) => {
    expect(findAmbiguity(json)).toMatchObject({ kind: 'repeated', path });
  });

  it('of another object is another one', () => {
    expect(findAmbiguity('{"a":{"a":{"a":[{"a":1},{"a":1}]}},"b":{"a":1}}')).toBeUndefined();
  });
});

it('what JavaScript wrote is never ambiguous, and two texts of one value are refused or alike', () => {
  fc.assert(fc.property(fc.json(), (text) => findAmbiguity(text) === undefined));
  const digits = fc.stringMatching(/^[1-9]\d{0,24}(\.\d{1,24})?(e[+-]?\d{1,3})?$/);
  fc.assert(
    fc.property(digits, (text) => {
      fc.pre(findAmbiguity(text) === undefined);
      expect(findAmbiguity(JSON.stringify(Number(text)))).toBeUndefined();
    }),
  );
});
