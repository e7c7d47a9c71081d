import { describe, expect, it } from 'vitest';
import { maskMsisdn, normaliseMsisdn, phoneSchema } from './phone.ts';

describe('normaliseMsisdn', () => {
  it.each([
    '0712345678',
    '254712345678',
    '+254712345678',
    '712345678',
    '0712 345 678',
    '+254-712-345-678',
    '(0712) 345.678',
    '[254] 712 345678',
    ' 0712345678 ',
    '\u202a+254 712 345 678\u202c',
    '0712\u00a0345\u00a0678',
    '0712\u2011345\u2011678',
    '0712–345—678',
    '\u200e0712345678',
    '0712\u202f345678',
    '0712\t345678',
    '+254 (0)712 345 678',
    '254(0)712345678',
    '+254\u00a0(0) 712-345-678',
    '\ufeff0712345678\u200b',
  ])('brings %j to one form', (text) => {
    expect(normaliseMsisdn(text)).toBe('254712345678');
  });

  it('knows the 01 series', () => {
    expect(normaliseMsisdn('0110345678')).toBe('254110345678');
  });

  it.each([
    '',
    '071234567',
    '07123456789',
    '0812345678',
    '254012345678',
    '2540712345678',
    '+0712345678',
    '00254712345678',
    '255712345678',
    '+1 712 345 678',
    '0712345678x',
    '0712345678;drop',
    '07１２345678',
    '٠٧١٢٣٤٥٦٧٨',
    '0712\n345678',
    `0712345678${' '.repeat(40)}`,
  ])('refuses %j', (text) => {
    expect(normaliseMsisdn(text)).toBeUndefined();
  });
});

describe('maskMsisdn', () => {
  it('shows the series and the last three digits only', () => {
    expect(maskMsisdn('254712345678')).toBe('2547*****678');
  });

  it.each(['', '0712345678', 'a1b2c3', '2547 ***** 126'])('hides %j whole', (text) => {
    expect(maskMsisdn(text)).toBe('***');
  });
});

describe('phoneSchema', () => {
  it('answers the normalised number', () => {
    expect(phoneSchema.parse('0712 345 678')).toBe('254712345678');
  });

  it.each([712345678, null, undefined, ['0712345678'], {}])('refuses %j: a phone is a string', (value) => {
    expect(String(phoneSchema.safeParse(value).error?.issues[0]?.message)).toBe(
      'must be a string with a Kenyan mobile number',
    );
  });

  it('says what a good number looks like', () => {
    expect(String(phoneSchema.safeParse('12').error?.issues[0]?.message)).toContain('0712345678');
  });
});
