import { describe, expect, it } from 'vitest';
import { dayMs, later, minuteMs, secondMs } from '../kernel/time.ts';
import { type AttemptFacts, decideAttempt, type SentPrompt } from './attempt.ts';

const now = new Date('2026-11-30T09:00:00Z');
const ago = (ms: number) => later(now, -ms);
const limits = {
  perPhone: [
    { count: 3, seconds: 600 },
    { count: 8, seconds: 86_400 },
  ],
};

type Given = { [Part in keyof AttemptFacts]?: Partial<AttemptFacts[Part]> };
const facts = (given: Given = {}): AttemptFacts => ({
  link: {
    ...{ kind: 'once', status: 'open', expiresAt: later(now, dayMs), paymentsMax: null, paidCount: 0 },
    ...{ amount: 500, amountMin: null, amountMax: null, choices: [], paidAmount: 0, promptsAllowed: 0 },
    ...given.link,
  },
  attempt: { amount: 500, isRepeat: false, ...given.attempt },
  isAvailable: (given.isAvailable as boolean | undefined) ?? true,
  live: { count: 0, newestAt: null, ...given.live },
  ofLink: { recent: [], count: 0, ...given.ofLink },
  ofApplication: (given.ofApplication as Date[] | undefined) ?? [],
  ofPhone: (given.ofPhone as SentPrompt[] | undefined) ?? [],
  lastFailure: (given.lastFailure as AttemptFacts['lastFailure']) ?? null,
});
const decided = (given: Given) => {
  const decision = decideAttempt(facts(given), limits, now);
  return decision.kind === 'prompt' ? 'prompt' : [decision.refusal, decision.retryAt];
};
const many = (link: Partial<AttemptFacts['link']> = {}) => ({ kind: 'many' as const, expiresAt: null, ...link });
const sent = (ms: number, resultCode: string | null = '0'): SentPrompt => ({
  at: ago(ms),
  status: resultCode === null ? 'pending' : resultCode === '0' ? 'success' : 'failed',
  resultCode,
  resultDesc: null,
});
const every = (count: number, ms: number) => Array.from({ length: count }, (_, n) => ago(n * ms));

describe('the link', () => {
  it.each<[string, Given, unknown]>([
    ['is open', {}, 'prompt'],
    ['is paid', { link: { status: 'paid' } }, ['link_paid', null]],
    ['ended', { link: { status: 'ended' } }, ['link_ended', null]],
    ['expires now', { link: { expiresAt: now } }, ['link_ended', null]],
    ['expires in a millisecond', { link: { expiresAt: later(now, 1) } }, 'prompt'],
    ['is of a shop that takes nothing', { isAvailable: false as never }, ['unavailable', null]],
    ['has room for one', { link: many({ paymentsMax: 3, paidCount: 1 }), live: { count: 1 } }, 'prompt'],
    [
      'has no room beside prompts that are out',
      { link: many({ paymentsMax: 3, paidCount: 1 }), live: { count: 2 } },
      ['link_full', null],
    ],
  ])('%s', (_what, given, expected) => {
    expect(decided(given)).toEqual(expected);
  });
});

describe('the amount', () => {
  it.each<[string, Given, unknown]>([
    ['is less than asked', { attempt: { amount: 499 } }, ['amount_changed', null]],
    ['is what is left', { link: { paidAmount: 300 }, attempt: { amount: 200 } }, 'prompt'],
    ['is the whole where a part is paid', { link: { paidAmount: 300 } }, ['amount_changed', null]],
    ['of many stays whole', { link: many({ paidAmount: 5_000 }) }, 'prompt'],
    ['is one of the choices', { link: { amount: null, choices: [7, 9] }, attempt: { amount: 7 } }, 'prompt'],
    [
      'is none of the choices',
      { link: { amount: null, choices: [7, 9] }, attempt: { amount: 8 } },
      ['amount_changed', null],
    ],
    [
      'is beside the choices and within bounds',
      { link: { amount: null, choices: [7], amountMax: 9 }, attempt: { amount: 8 } },
      'prompt',
    ],
    ['is chosen', { link: { amount: null }, attempt: { amount: 7 } }, 'prompt'],
    ['is below the bounds', { link: { amount: null, amountMin: 8 }, attempt: { amount: 7 } }, ['amount_changed', null]],
    ['is above the bounds', { link: { amount: null, amountMax: 6 }, attempt: { amount: 7 } }, ['amount_changed', null]],
    ['is at a bound', { link: { amount: null, amountMin: 7, amountMax: 7 }, attempt: { amount: 7 } }, 'prompt'],
  ])('%s', (_what, given, expected) => {
    expect(decided(given)).toEqual(expected);
  });
});

describe('a prompt that has no outcome', () => {
  const live = (ms: number) => ({ count: 1, newestAt: ago(ms) });
  it.each<[string, Given, unknown]>([
    ['a minute old', { live: live(minuteMs) }, ['payment_open', later(now, 4 * minuteMs)]],
    ['five minutes old, without a word', { live: live(5 * minuteMs) }, ['payment_open', now]],
    [
      'five minutes old, and the payer says that nothing came',
      { live: live(5 * minuteMs), attempt: { isRepeat: true } },
      'prompt',
    ],
    [
      'a little younger, whatever the payer says',
      { live: live(5 * minuteMs - 1), attempt: { isRepeat: true } },
      ['payment_open', later(now, 1)],
    ],
    ['of a link for many', { link: many(), live: live(1) }, 'prompt'],
  ])('%s', (_what, given, expected) => {
    expect(decided(given)).toEqual(expected);
  });
});

describe('limits', () => {
  it.each<[string, Given, unknown]>([
    ['eleven prompts on a link for one order', { ofLink: { count: 11 } }, 'prompt'],
    ['twelve', { ofLink: { count: 12 } }, ['too_many', null]],
    ['twelve, and a member allowed twelve more', { ofLink: { count: 12 }, link: { promptsAllowed: 12 } }, 'prompt'],
    ['29 in a minute on a link for many', { link: many(), ofLink: { recent: every(29, 1) } }, 'prompt'],
    [
      '30 in a minute',
      { link: many(), ofLink: { recent: every(30, secondMs) } },
      ['too_many', later(now, 31 * secondMs)],
    ],
    [
      '600 in an hour',
      { link: many(), ofLink: { recent: every(600, 5 * secondMs) } },
      ['too_many', later(now, 3_600_000 - 599 * 5 * secondMs)],
    ],
    [
      '120 of the shop in a minute',
      { ofApplication: every(120, 1) as never },
      ['too_many', later(now, minuteMs - 119)],
    ],
    ['two to the phone', { ofPhone: [sent(1), sent(2)] as never }, 'prompt'],
    [
      'three to the phone in ten minutes',
      { ofPhone: [sent(1), sent(2), sent(599_999)] as never },
      ['too_many', later(now, 1)],
    ],
    ['three, the first of them ten minutes ago', { ofPhone: [sent(1), sent(2), sent(600_000)] as never }, 'prompt'],
    [
      'eight in a day',
      { ofPhone: Array.from({ length: 8 }, (_, n) => sent((n + 1) * 3_600_000)) as never },
      ['too_many', later(now, 16 * 3_600_000)],
    ],
    [
      'two that nobody answered',
      { ofPhone: [sent(minuteMs, '1037'), sent(2 * minuteMs, '1032')] as never },
      ['too_many', later(now, dayMs - minuteMs)],
    ],
    ['one that nobody answered', { ofPhone: [sent(minuteMs, '1037')] as never }, 'prompt'],
    [
      'one that was paid in between',
      { ofPhone: [sent(minuteMs, '1032'), sent(2 * minuteMs), sent(20 * minuteMs, '1032')] as never },
      'prompt',
    ],
    [
      'numbers without a wallet at the network that was asked never rang',
      {
        ofPhone: [1, 2].map((ms) => ({ ...sent(ms, 'DP00800001005'), resultDesc: 'MSISDN not found' })) as never,
      },
      'prompt',
    ],
    ['a wrong PIN is an answer', { ofPhone: [sent(minuteMs, '2001'), sent(2 * minuteMs, '1032')] as never }, 'prompt'],
    [
      'the phone was unreachable a moment ago',
      { lastFailure: { resultCode: '1037', settledAt: ago(59_999) } },
      ['too_soon', later(now, 1)],
    ],
    ['a minute ago', { lastFailure: { resultCode: '1037', settledAt: ago(60_000) } }, 'prompt'],
    ['it was declined this moment', { lastFailure: { resultCode: '1032', settledAt: now } }, 'prompt'],
  ])('%s', (_what, given, expected) => {
    expect(decided(given)).toEqual(expected);
  });
});
