import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agreementOf,
  askProviderSeconds,
  type Confirmation,
  decideOfflinePayment,
  fits,
  type Prompt,
  phonePairSeconds,
  referencePairSeconds,
  type Surroundings,
  unacknowledgedHoldSeconds,
  undecidedReviewSeconds,
} from './offline-payment.ts';

const phone = '254712345126';
const masked = '2547 ***** 126';
const stranger = '254700000001';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const foreignHash = hashOf('salted');

const prompt = (changes: Partial<Prompt> = {}): Prompt => ({
  id: 'p1',
  status: 'pending',
  isAcknowledged: true,
  phone,
  accountRef: 'INV-1',
  settledSeconds: 0,
  ...changes,
});
/** A success that only a query has seen, long enough ago for any pairing. */
const success = (changes: Partial<Prompt> = {}) => prompt({ status: 'success', settledSeconds: 3_600, ...changes });
const confirmation = (changes: Partial<Confirmation> = {}): Confirmation => ({
  callbackId: 'c1',
  phone: masked,
  payerPhone: null,
  isHashProven: false,
  reference: 'INV-1',
  product: 'paybill',
  ...changes,
});
const atTill = (changes: Partial<Confirmation> = {}) => confirmation({ product: 'till', reference: '', ...changes });
const around = (changes: Partial<Surroundings> = {}): Surroundings => ({
  prompts: [],
  isCut: false,
  others: [],
  hasSameAmount: false,
  hasUnread: false,
  ageSeconds: 0,
  inquiry: 'unavailable',
  ...changes,
});
const decide = (given: Confirmation, changes: Partial<Surroundings>, mustVerify = false) =>
  decideOfflinePayment(given, around(changes), mustVerify);

describe('how a confirmation compares with a prompt of the same shortcode and amount', () => {
  it.each<[string, Confirmation, string]>([
    ['reference and full phone', confirmation({ phone }), 'equal'],
    ['the provider told the full phone', confirmation({ payerPhone: phone }), 'equal'],
    ['case and punctuation of the reference do not count', confirmation({ phone, reference: ' inv#1 ' }), 'equal'],
    ['reference and visible digits', confirmation(), 'reference'],
    ['the full phone alone', atTill({ phone }), 'phone'],
    ['visible digits alone', atTill(), 'weak'],
    ['the reference alone', confirmation({ phone: '' }), 'weak'],
    ['a hash of another making', atTill({ phone: foreignHash }), 'none'],
    ['a hash of the number, without salt', atTill({ phone: hashOf(phone), isHashProven: true }), 'phone'],
    ['nothing', atTill({ phone: '' }), 'none'],
  ])('%s', (_what, given, agreement) => {
    expect(agreementOf(prompt(), given)).toBe(agreement);
    expect(fits(prompt(), given)).toBe(true);
  });

  it.each<[string, Confirmation]>([
    ['another full phone', confirmation({ phone: stranger })],
    ['other visible digits', confirmation({ phone: '2547 ***** 127' })],
    ['another phone in the word of the provider', confirmation({ payerPhone: stranger })],
    ['a hash of another number, without salt', atTill({ phone: foreignHash, isHashProven: true })],
    ['another reference at a paybill', confirmation({ reference: 'INV-2', phone })],
  ])('%s excludes the pair', (_what, given) => {
    expect(fits(prompt(), given)).toBe(false);
    expect(agreementOf(prompt(), given)).toBe('none');
  });
});

describe('a confirmation is recorded at once', () => {
  it.each<[string, Confirmation, Partial<Surroundings>]>([
    ['without prompts', confirmation(), {}],
    ['while only another phone has an open prompt', atTill({ phone: stranger }), { prompts: [prompt()] }],
    ['when every success is excluded', confirmation({ reference: 'INV-2' }), { prompts: [success()] }],
    [
      'when the provider says that another phone paid',
      atTill({ payerPhone: stranger }),
      { prompts: [prompt(), success({ id: 'p2' })], inquiry: 'confirmed' },
    ],
    [
      'when a prompt that was never acknowledged has had its time',
      confirmation({ phone }),
      { prompts: [prompt({ isAcknowledged: false })], ageSeconds: unacknowledgedHoldSeconds },
    ],
  ])('%s', (_what, given, surroundings) => {
    expect(decide(given, surroundings)).toEqual({ kind: 'record' });
  });
});

describe('a confirmation waits', () => {
  it('while a prompt is open that may be it, however much agrees, and the provider is asked about the prompt', () => {
    for (const given of [
      confirmation({ phone }),
      confirmation(),
      atTill({ phone: '' }),
      atTill({ phone: foreignHash }),
    ]) {
      expect(decide(given, { prompts: [prompt()] })).toMatchObject({ kind: 'hold', queryIds: ['p1'], review: null });
      expect(decide(given, { prompts: [prompt()], ageSeconds: 86_400 })).toMatchObject({
        kind: 'hold',
        queryIds: ['p1'],
      });
    }
  });

  it('for a prompt that was never acknowledged, which nobody can ask about', () => {
    const prompts = [prompt({ isAcknowledged: false })];
    expect(decide(confirmation(), { prompts })).toMatchObject({ kind: 'hold', queryIds: [] });
  });

  it('while there are more prompts than were read', () => {
    expect(decide(atTill({ phone: stranger }), { prompts: [prompt()], isCut: true })).toMatchObject({ kind: 'hold' });
  });

  it('asks the provider whose money it is, once there is an initiator and some time has passed', () => {
    const given = { prompts: [success(), success({ id: 'p2' })], inquiry: 'not_asked' as const };
    expect(decide(atTill(), { ...given, ageSeconds: askProviderSeconds - 1 })).toMatchObject({ askProvider: false });
    expect(decide(atTill(), { ...given, ageSeconds: askProviderSeconds })).toMatchObject({ askProvider: true });
    const asked = { ...given, inquiry: 'asked' as const, ageSeconds: askProviderSeconds };
    expect(decide(atTill(), asked)).toMatchObject({ kind: 'hold', askProvider: false });
  });

  it('and goes to people in the end, with the pairings that are possible', () => {
    const prompts = [success(), success({ id: 'p2' }), success({ id: 'p3', phone: stranger })];
    expect(decide(atTill(), { prompts, ageSeconds: undecidedReviewSeconds - 1 })).toMatchObject({ review: null });
    expect(decide(atTill(), { prompts, ageSeconds: undecidedReviewSeconds })).toMatchObject({
      kind: 'hold',
      review: { reason: 'confirmation_undecided', paymentIds: ['p1', 'p2'] },
    });
  });

  it('is looked at again ever later', () => {
    const next = (ageSeconds: number) => {
      const decision = decide(confirmation(), { prompts: [prompt()], ageSeconds });
      return decision.kind === 'hold' ? decision.untilAgeSeconds : undefined;
    };
    expect([0, 5, 61, 3_600, 90_000].map(next)).toEqual([5, 10, 90, 7_200, 93_600]);
  });
});

describe('a receipt goes to a success', () => {
  const pair = { kind: 'pair', paymentId: 'p1' };
  const wait = { kind: 'hold' };
  it.each<[string, Confirmation, Partial<Surroundings>, object]>([
    [
      'reference and full phone are equal: at once',
      confirmation({ phone }),
      { prompts: [success({ settledSeconds: 0 })] },
      pair,
    ],
    [
      'also among others that fit less',
      confirmation({ phone }),
      { prompts: [success(), success({ id: 'p2', accountRef: 'inv.2' }), success({ id: 'p3', phone: stranger })] },
      pair,
    ],
    [
      'not when two are equal',
      confirmation({ phone }),
      { prompts: [success(), success({ id: 'p2' })], ageSeconds: 500 },
      wait,
    ],
    [
      'not when another confirmation is as equal',
      confirmation({ phone }),
      { prompts: [success()], others: [confirmation({ callbackId: 'c2', phone })], ageSeconds: 500 },
      wait,
    ],
    ['not before all callbacks are read', confirmation({ phone }), { prompts: [success()], hasUnread: true }, wait],
    [
      'reference and visible digits: after a moment',
      confirmation(),
      { prompts: [success({ settledSeconds: referencePairSeconds })], ageSeconds: referencePairSeconds },
      pair,
    ],
    ['not sooner', confirmation(), { prompts: [success()], ageSeconds: referencePairSeconds - 1 }, wait],
    [
      'nor when the success is younger than that',
      confirmation(),
      { prompts: [success({ settledSeconds: 1 })], ageSeconds: 500 },
      wait,
    ],
    ['the phone alone: after a while', atTill({ phone }), { prompts: [success()], ageSeconds: phonePairSeconds }, pair],
    ['not sooner', atTill({ phone }), { prompts: [success()], ageSeconds: phonePairSeconds - 1 }, wait],
    [
      'visible digits at a quiet till: after a while',
      atTill(),
      { prompts: [success()], ageSeconds: phonePairSeconds },
      pair,
    ],
    [
      'visible digits at a busy till: never by code',
      atTill(),
      { prompts: [success()], ageSeconds: 86_400, hasSameAmount: true },
      wait,
    ],
    ['nothing agrees: never by code', atTill({ phone: '' }), { prompts: [success()], ageSeconds: 86_400 }, wait],
    [
      'an unreadable hash: never by code',
      atTill({ phone: foreignHash }),
      { prompts: [success()], ageSeconds: 86_400 },
      wait,
    ],
    [
      'not while another confirmation fits the success',
      atTill(),
      { prompts: [success()], others: [atTill({ callbackId: 'c2', phone: '' })], ageSeconds: 86_400 },
      wait,
    ],
    [
      'but when the provider excluded the other one',
      atTill({ payerPhone: phone }),
      { prompts: [success()], others: [atTill({ callbackId: 'c2', payerPhone: stranger })], ageSeconds: 500 },
      pair,
    ],
  ])('%s', (_what, given, surroundings, expected) => {
    expect(decide(given, surroundings)).toMatchObject(expected);
  });
});

describe('an amount that the application wants confirmed', () => {
  it('is announced only after the provider has confirmed it', () => {
    const held = { kind: 'hold', review: null };
    expect(decide(confirmation(), { inquiry: 'not_asked' }, true)).toMatchObject({ ...held, askProvider: true });
    expect(decide(confirmation(), { inquiry: 'asked' }, true)).toMatchObject({ ...held, askProvider: false });
    expect(decide(confirmation(), { inquiry: 'confirmed' }, true)).toEqual({ kind: 'record' });
  });

  it('goes to people when the provider denies it or cannot be asked', () => {
    const review = { reason: 'confirmation_unverified', paymentIds: [] };
    expect(decide(confirmation(), { inquiry: 'unavailable' }, true)).toMatchObject({ kind: 'hold', review });
    expect(decide(confirmation(), { inquiry: 'denied' }, true)).toMatchObject({ kind: 'hold', review });
    expect(decide(confirmation(), { inquiry: 'denied' })).toMatchObject({ kind: 'hold', review });
  });
});

it('a stranger never gets a receipt of a prompt that is open, whatever the phones and references look like', () => {
  const phones = fc.constantFrom(phone, masked, stranger, foreignHash, '', '2547 ***** 127');
  const references = fc.constantFrom('', 'INV-1', 'INV-2', 'inv 1');
  fc.assert(
    fc.property(
      phones,
      references,
      fc.constantFrom('paybill', 'till'),
      fc.nat(100_000),
      (sent, reference, product, age) => {
        const given = confirmation({ phone: sent, reference, product: product as 'paybill' | 'till' });
        const decision = decide(given, { prompts: [prompt()], ageSeconds: age });
        expect(decision.kind).not.toBe('pair');
      },
    ),
  );
});
