import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Confirmation, decideOfflinePayment, holdSeconds, matchOf } from './offline-payment.ts';

const phone = '254712345126';
const candidate = (changes: Partial<Candidate> = {}): Candidate => ({
  id: 'p1',
  status: 'pending',
  phone,
  accountRef: 'INV-1',
  isOwn: true,
  ...changes,
});
const confirmation = (changes: Partial<Confirmation> = {}): Confirmation => ({
  phone: '2547 ***** 126',
  reference: 'INV-1',
  product: 'paybill',
  isCut: false,
  ...changes,
});
const foreignHash = createHash('sha256').update('salted').digest('hex');

describe('how a confirmation fits a prompt of the same shortcode and amount', () => {
  it.each<[string, Partial<Confirmation>, string]>([
    ['reference and phone agree', {}, 'full'],
    ['case and spaces of the reference do not count', { reference: ' inv-1 ' }, 'full'],
    ['the phone is not told: references are repeated', { phone: '' }, 'open'],
    ['the reference is not told', { reference: '' }, 'full'],
    ['neither is told', { reference: '', phone: '' }, 'open'],
    ['a hash that cannot be compared', { phone: foreignHash }, 'open'],
    ['another phone pays for the reference', { phone: '254700000001' }, 'crossed'],
    ['the phone pays for another reference', { reference: 'INV-2' }, 'crossed'],
    ['both differ', { reference: 'INV-2', phone: '254700000001' }, 'none'],
    ['another reference, and no phone', { reference: 'INV-2', phone: '' }, 'none'],
    ['another phone, and no reference', { reference: '', phone: '254700000001' }, 'none'],
    ['a till passes no reference on', { product: 'till', reference: 'anything' }, 'full'],
    ['a stranger at a till', { product: 'till', reference: '', phone: '2541 ***** 999' }, 'none'],
  ])('%s', (_guarantee, changes, match) => {
    expect(matchOf(candidate(), confirmation(changes))).toBe(match);
  });
});

describe('what becomes of a confirmation', () => {
  const settle = { kind: 'settle', paymentId: 'p1' };
  const record = { kind: 'record', undecided: [], isDoubtful: false };
  const hold = { kind: 'hold', untilAgeSeconds: 5 };
  it.each<[string, boolean, Candidate[], Partial<Confirmation>, number, object]>([
    ['a known receipt is never a second payment', true, [candidate()], {}, 0, { kind: 'known' }],
    ['no prompt: an offline payment, at once', false, [], {}, 0, record],
    ['the one prompt that fits is settled', false, [candidate()], {}, 0, settle],
    ['so is a success that lacks its receipt', false, [candidate({ status: 'success' })], {}, 0, settle],
    ['however late the work is done', false, [candidate()], {}, 86_400, settle],
    [
      'a prompt that fits wins over one that half fits',
      false,
      [candidate(), candidate({ id: 'p2', accountRef: 'INV-2' })],
      {},
      0,
      settle,
    ],
    ['two prompts that fit: it waits', false, [candidate(), candidate({ id: 'p2' })], {}, 0, hold],
    ['one that half fits: it waits', false, [candidate()], { reference: 'INV-9' }, 0, hold],
    ["another merchant's prompt that fits: it waits", false, [candidate({ isOwn: false })], {}, 0, hold],
    [
      "a fitting prompt beside another merchant's: it waits",
      false,
      [candidate(), candidate({ id: 'p2', isOwn: false })],
      {},
      0,
      hold,
    ],
    [
      'a prompt that does not fit is no reason to wait',
      false,
      [candidate({ phone: '254700000001' })],
      { reference: '' },
      0,
      record,
    ],
    [
      'waiting ends: it is recorded, and people look at it',
      false,
      [candidate(), candidate({ id: 'p2' })],
      {},
      holdSeconds,
      { kind: 'record', undecided: ['p1', 'p2'], isDoubtful: true },
    ],
    [
      "another merchant's prompts are not named, but people look at it",
      false,
      [candidate({ isOwn: false })],
      {},
      holdSeconds,
      { ...record, isDoubtful: true },
    ],
    [
      "another merchant's success without a receipt is that money, and nobody else's",
      false,
      [candidate({ isOwn: false, status: 'success' })],
      {},
      holdSeconds,
      { kind: 'foreign' },
    ],
    ['more prompts than could be looked at: it waits', false, [], { isCut: true }, 0, hold],
    ['and is doubtful in the end', false, [], { isCut: true }, holdSeconds, { ...record, isDoubtful: true }],
    [
      'waiting ends: money that certainly came by a prompt is that, not more money',
      false,
      [candidate({ id: 'p0' }), candidate({ status: 'success' }), candidate({ id: 'p2', status: 'success' })],
      {},
      holdSeconds,
      settle,
    ],
  ])('%s', (_guarantee, isKnown, candidates, changes, ageSeconds, decision) => {
    expect(decideOfflinePayment(isKnown, candidates, confirmation(changes), ageSeconds)).toEqual(decision);
  });

  it('looks again after 5, 15, 30, 60 and 90 s', () => {
    const rungs: number[] = [];
    let age = 0;
    for (let step = 0; step < 10; step += 1) {
      const decision = decideOfflinePayment(false, [candidate(), candidate({ id: 'p2' })], confirmation(), age);
      if (decision.kind !== 'hold') break;
      rungs.push(decision.untilAgeSeconds);
      age = decision.untilAgeSeconds;
    }
    expect(rungs).toEqual([5, 15, 30, 60, 90]);
  });

  it('never settles what is not its own, what does not fit, or one of several; never waits too long', () => {
    const anyCandidate = fc.record({
      id: fc.uuid(),
      status: fc.constantFrom('pending' as const, 'success' as const),
      phone: fc.constantFrom(phone, '254712999126', '254700000001'),
      accountRef: fc.constantFrom('INV-1', 'INV-2'),
      isOwn: fc.boolean(),
    });
    const anyConfirmation = fc.record({
      phone: fc.constantFrom('', phone, '2547 ***** 126', foreignHash, '254700000001'),
      reference: fc.constantFrom('', 'INV-1', 'INV-2', 'INV-3'),
      product: fc.constantFrom('paybill' as const, 'till' as const, null),
      isCut: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyCandidate, { selector: ({ id }) => id, maxLength: 5 }),
        anyConfirmation,
        fc.integer({ min: 0, max: 200 }),
        (candidates, news, ageSeconds) => {
          const decision = decideOfflinePayment(false, candidates, news, ageSeconds);
          const full = candidates.filter((each) => matchOf(each, news) === 'full');
          if (decision.kind === 'hold') {
            expect(ageSeconds).toBeLessThan(holdSeconds);
            expect(decision.untilAgeSeconds).toBeGreaterThan(ageSeconds);
            expect(decision.untilAgeSeconds).toBeLessThanOrEqual(holdSeconds);
          }
          if (decision.kind !== 'settle') return;
          const chosen = candidates.find(({ id }) => id === decision.paymentId);
          expect(chosen?.isOwn).toBe(true);
          if (chosen?.status === 'pending') expect(full.map(({ id }) => id)).toEqual([chosen.id]);
          if (chosen) expect(['full', 'open']).toContain(matchOf(chosen, news));
        },
      ),
    );
  });
});
