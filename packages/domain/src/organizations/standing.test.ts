import { describe, expect, it } from 'vitest';
import { later } from '../kernel/time.ts';
import { settledSeat } from './standing.fixture.ts';
import { confirmRefusal, type Seat, secondPersonObstacle, wayInObstacle } from './standing.ts';

const hourMs = 3_600_000;
const now = new Date('2026-11-29T12:00:00Z');
const hoursAgo = (hours: number) => later(now, -hours * hourMs);
const seat = (userId: string, over: Partial<Seat> = {}) => ({ ...settledSeat(userId), ...over });
/** A role that somebody got so many hours ago. */
const given = (userId: string, by: string | null, hours = 1): Seat =>
  seat(userId, { roleSince: hoursAgo(hours), vouchedBy: by });
const whyOf = (decider: Seat, requester: Seat, askedAt = now) =>
  secondPersonObstacle(decider, requester, askedAt, now)?.why;

describe('who decides about money that another member asked for', () => {
  const [ann, ben] = [seat('ann'), seat('ben')];

  it.each<[what: string, decider: Seat, requester: Seat, askedHoursAgo: number, why: string | undefined]>([
    ['two members of old', ben, ann, 0, undefined],
    ['somebody whom the requester invited', given('new', 'user:ann'), ann, 0, 'same_people'],
    ['who invited the requester', ann, given('new', 'user:ann'), 0, 'same_people'],
    ['one of two whom the same person invited', given('new', 'user:ann'), given('other', 'user:ann'), 0, 'same_people'],
    ['somebody whom another person invited, before it was asked', given('new', 'user:ben'), ann, 0, undefined],
    ['somebody whose role is newer than the request', given('new', 'user:ben', 1), ann, 2, 'new_role'],
    ['somebody whom the operator added, after it was asked', given('new', 'operator', 1), ann, 2, undefined],
    ['somebody of an older version, after it was asked', given('new', null, 1), ann, 2, 'new_role'],
    ['somebody of an older version, before it was asked', given('new', null, 2), ann, 1, undefined],
    ['somebody whom the requester invited, a day later', given('new', 'user:ann', 24), ann, 0, undefined],
    [
      'the same, a second before',
      { ...given('new', 'user:ann'), roleSince: later(hoursAgo(24), 1) },
      ann,
      0,
      'same_people',
    ],
    ['somebody who was confirmed', { ...given('new', 'user:ann'), confirmedAt: now }, ann, 2, undefined],
  ])('%s', (_what, decider, requester, askedHoursAgo, why) => {
    expect(whyOf(decider, requester, hoursAgo(askedHoursAgo))).toBe(why);
  });

  it('says when it counts', () => {
    expect(secondPersonObstacle(given('new', 'user:ann', 2), ann, now, now)?.until).toEqual(later(now, 22 * hourMs));
    expect(secondPersonObstacle(given('new', 'user:ann', 2), given('b', 'user:ann', 5), now, now)?.until).toEqual(
      later(now, 19 * hourMs),
    );
  });
});

describe('a way in', () => {
  const required = { requiredSignIn: 'second_factor' } as const;
  it.each<[what: string, over: Partial<Seat>, counts: boolean]>([
    ['of old counts', required, true],
    ['that is the first one, an hour ago, does not count', { ...required, firstFactorAt: hoursAgo(1) }, false],
    ['where none is required counts', { firstFactorAt: hoursAgo(1) }, true],
    ['that is a day old counts', { ...required, firstFactorAt: hoursAgo(24) }, true],
    ['that an owner confirmed counts', { ...required, firstFactorAt: hoursAgo(1), waysInConfirmedAt: now }, true],
    [
      'confirmed before it was made does not count',
      { ...required, firstFactorAt: now, waysInConfirmedAt: hoursAgo(1) },
      false,
    ],
    ['of somebody who lost their passkeys with a new password does not count', { factorsEndedAt: hoursAgo(1) }, false],
    ['the same, confirmed, counts', { factorsEndedAt: hoursAgo(1), waysInConfirmedAt: now }, true],
  ])('%s', (_what, over, counts) => {
    expect(wayInObstacle(seat('ann', over), now) === undefined).toBe(counts);
  });
});

describe('a role is confirmed', () => {
  it.each<[what: string, member: Seat, confirmer: Seat, refusal: RegExp | undefined]>([
    ['by another owner', given('new', 'user:ann'), seat('ben'), undefined],
    ['not by who gave it', given('new', 'user:ann'), seat('ann'), /You gave this role/],
    ['not by oneself', given('new', 'user:ann'), given('new', 'user:ann'), /Nobody confirms themselves/],
    [
      'not by another new member of who gave it',
      given('new', 'user:ann'),
      given('other', 'user:ann'),
      /You gave this role/,
    ],
    ['by a new member of somebody else', given('new', 'user:ann'), given('other', 'user:ben'), undefined],
  ])('%s', (_what, member, confirmer, refusal) => {
    const { message } = confirmRefusal(member, confirmer, now) ?? {};
    if (refusal) expect(message).toMatch(refusal);
    else expect(message).toBeUndefined();
  });
});
