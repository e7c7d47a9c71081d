import { describe, expect, it } from 'vitest';
import { approvalFromNow, readPhone } from './entry.ts';

describe('what people type', () => {
  it.each([
    ['0712345678', '0712 345 678'],
    ['0112 345 678', '0112 345 678'],
    ['+254 712 345 678', '0712 345 678'],
    ['712345678', '0712 345 678'],
    ['0812345678', undefined],
    ['071234567', undefined],
    ['', undefined],
  ])('as a phone: %j', (text, phone) => {
    expect(readPhone(text)).toBe(phone);
  });
});

describe('the amount from which approval is needed now', () => {
  it.each([
    [null, 4_000, null],
    [undefined, 0, null],
    [5_000, 0, 5_000],
    [5_000, 4_999, 1],
    [5_000, 9_000, 1],
  ])('from %s, after %s today: %s', (from, unapproved, now) => {
    expect(approvalFromNow(from, unapproved)).toBe(now);
  });
});
