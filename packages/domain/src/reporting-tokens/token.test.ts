import { describe, expect, it } from 'vitest';
import { defaultExpiry, expiryProblem, isToken, newToken } from './token.ts';

const now = new Date('2026-01-01T00:00:00Z');
const day = (count: number) => new Date(now.getTime() + count * 24 * 3_600_000);

describe('a reporting token', () => {
  it('says what it is, and never repeats', () => {
    expect(newToken(Buffer.alloc(32))).toBe(`mp_report_${'0'.repeat(43)}`);
    expect(newToken()).toMatch(/^mp_report_[0-9A-Za-z]{43}$/);
    expect(newToken()).not.toBe(newToken());
  });

  it.each([
    [newToken(), true],
    [`${newToken()} `, false],
    [newToken().replace('mp_report_', 'mp_live_'), false],
    [newToken().slice(0, -1), false],
    ['', false],
  ])('%s: %s', (presented, expected) => expect(isToken(presented)).toBe(expected));

  it('ends after 90 days when nobody says when', () => expect(defaultExpiry(now)).toEqual(day(90)));

  it.each([
    [day(0), 'must be in the future'],
    [day(-1), 'must be in the future'],
    [day(1), undefined],
    [day(366), undefined],
    [new Date(day(366).getTime() + 1), 'must be within 366 days'],
  ])('that ends at %s: %s', (expiresAt, problem) => expect(expiryProblem(expiresAt, now)?.wrong.message).toBe(problem));
});
