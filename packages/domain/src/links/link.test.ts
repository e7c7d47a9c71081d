import { describe, expect, it } from 'vitest';
import { dayMs, later, minuteMs } from '../kernel/time.ts';
import {
  amountIssues,
  decideAllowance,
  decideEnd,
  decideReopen,
  expiryIssue,
  expiryOf,
  type LinkFacts,
  referenceKeyOf,
} from './link.ts';
import { createPayPages } from './link-token.ts';

const now = new Date('2026-11-30T09:00:00Z');
const open: LinkFacts = {
  ...{ kind: 'once', status: 'open', endedBy: null, endedAt: null },
  ...{ expiresAt: later(now, dayMs), paymentsMax: null, paidCount: 0 },
};
const ended = (given: Partial<LinkFacts> = {}): LinkFacts => ({
  ...{ ...open, status: 'ended', endedBy: 'person', endedAt: later(now, -dayMs) },
  ...given,
});

describe('ending', () => {
  it.each<[LinkFacts['status'], string]>([
    ['open', 'ends'],
    ['ended', 'stays'],
    ['paid', 'refused'],
  ])('a link that is %s: %s', (status, kind) => {
    expect(decideEnd({ status }).kind).toBe(kind);
  });
});

describe('more prompts', () => {
  const link = (given: object = {}) => ({ kind: 'once', status: 'open', promptsAllowed: 0, ...given }) as const;
  it.each<[string, object, number, object]>([
    ['when all are used', {}, 12, { kind: 'allows', more: 12 }],
    ['when more than all are used', {}, 13, { kind: 'allows', more: 12 }],
    ['again', { promptsAllowed: 12 }, 24, { kind: 'allows', more: 12 }],
    ['up to the last time', { promptsAllowed: 96 }, 108, { kind: 'allows', more: 12 }],
    ['not beyond it', { promptsAllowed: 108 }, 120, { kind: 'refused' }],
    ['not while one is left', {}, 11, { kind: 'refused' }],
    ['not while one that was allowed is left', { promptsAllowed: 12 }, 23, { kind: 'refused' }],
    ['not of a link that ended', { status: 'ended' }, 12, { kind: 'refused' }],
    ['not of a link that is paid', { status: 'paid' }, 12, { kind: 'refused' }],
    ['not of a link of many', { kind: 'many' }, 700, { kind: 'refused' }],
  ])('%s', (_what, given, sent, expected) => {
    expect(decideAllowance(link(given), sent)).toMatchObject(expected);
  });
});

describe('opening again', () => {
  const expired = (days: number, ms = 0) => ended({ endedBy: 'expiry', endedAt: later(now, -days * dayMs - ms) });
  it.each<[string, LinkFacts, string]>([
    ['one that is open', open, 'stays'],
    ['one that is paid', { ...open, status: 'paid' }, 'refused'],
    ['one that a person ended', ended(), 'opens'],
    ['one that a key ended', ended({ endedBy: 'key' }), 'opens'],
    ['one that a person ended long ago', ended({ endedAt: later(now, -400 * dayMs) }), 'opens'],
    ['one that expired yesterday', expired(1), 'opens'],
    ['one that expired exactly 30 days ago', expired(30), 'opens'],
    ['one that expired longer ago', expired(30, 1), 'refused'],
    [
      'one that has all its payments',
      ended({ kind: 'many', endedBy: 'limit', paymentsMax: 2, paidCount: 2 }),
      'refused',
    ],
    ['one whose limit was raised', ended({ kind: 'many', endedBy: 'limit', paymentsMax: 3, paidCount: 2 }), 'opens'],
  ])('%s', (_what, link, kind) => {
    expect(decideReopen(link, now).kind).toBe(kind);
  });

  it('keeps a time that is still to come, and makes another where it is over', () => {
    expect(expiryOf(open, now)).toEqual(open.expiresAt);
    expect(expiryOf({ kind: 'once', expiresAt: now }, now)).toEqual(later(now, 7 * dayMs));
    expect(expiryOf({ kind: 'many', expiresAt: now }, now)).toBeNull();
  });
});

describe('expiry', () => {
  it.each<[string, Date | null, LinkFacts['kind'], boolean]>([
    ['5 minutes', later(now, 5 * minuteMs), 'once', true],
    ['a little less', later(now, 5 * minuteMs - 1), 'once', false],
    ['the past', later(now, -1), 'many', false],
    ['366 days', later(now, 366 * dayMs), 'many', true],
    ['a little more', later(now, 366 * dayMs + 1), 'many', false],
    ['never, for many', null, 'many', true],
    ['never, for one order', null, 'once', false],
  ])('%s', (_what, at, kind, isAllowed) => {
    expect(expiryIssue(kind, at, now) === undefined).toBe(isAllowed);
  });
});

describe('amounts', () => {
  it.each<[string, Parameters<typeof amountIssues>[0], string[]]>([
    ['one amount', { amount: 100 }, []],
    [
      'one amount with bounds',
      { amount: 100, amountMin: 1, amountMax: 5, choices: [3] },
      ['amountMin', 'amountMax', 'choices'],
    ],
    ['one amount with no choices', { amount: 100, choices: [] }, []],
    ['nothing', { amount: null }, []],
    ['bounds', { amountMin: 5, amountMax: 5, choices: [5] }, []],
    ['bounds the wrong way', { amountMin: 6, amountMax: 5 }, ['amountMax']],
    ['a choice below', { amountMin: 6, choices: [5] }, ['choices']],
    ['a choice above', { amountMax: 4, choices: [5] }, ['choices']],
    ['a choice twice', { choices: [5, 5] }, ['choices']],
  ])('%s', (_what, given, paths) => {
    expect(amountIssues(given).map(([path]) => path)).toEqual(paths);
  });
});

it('a reference is the same whatever its case, blanks and dashes', () => {
  const key = referenceKeyOf('INV 7-a');
  expect(['inv7A', 'INV–7A', ' inv 7 a ', 'ＩＮＶ７Ａ'].map(referenceKeyOf)).toEqual([key, key, key, key]);
  expect(referenceKeyOf('INV70A')).not.toBe(key);
});

it('the address of a page follows from the id and the key alone', () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const other = Buffer.alloc(32, 8).toString('base64');
  const [one, again, elsewhere] = [key, key, other].map((each) => createPayPages('https://pay.example', each));
  expect(one?.urlOf('a')).toMatch(/^https:\/\/pay\.example\/p\/[1-9A-HJ-NP-Za-km-z]{22}$/);
  expect(again?.urlOf('a')).toBe(one?.urlOf('a'));
  expect(elsewhere?.urlOf('a')).not.toBe(one?.urlOf('a'));
  expect(one?.urlOf('b')).not.toBe(one?.urlOf('a'));
  expect(one?.hashOf('a')).toMatch(/^[0-9a-f]{64}$/);
  expect(() => createPayPages('https://pay.example', 'short')).toThrow('32 bytes');
});
