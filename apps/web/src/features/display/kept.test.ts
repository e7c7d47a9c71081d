import { describe, expect, it } from 'vitest';
import {
  type FoundRequest,
  isOpen,
  type Kept,
  type KeptRequest,
  maskedOf,
  nothingKept,
  readKept,
  shiftAt,
  shownMax,
  withKeptOrder,
  withNewShift,
  withNews,
  withoutRequest,
  withRequest,
} from './kept.ts';

const nowMs = Date.parse('2026-03-02T10:00:00Z');
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const iso = (ms: number) => new Date(ms).toISOString();

const request = (changes: Partial<KeptRequest> = {}): KeptRequest => ({
  requestKey: 'k1',
  way: 'prompt',
  amount: 450,
  phone: '0712…678',
  reference: '',
  askedAtMs: nowMs,
  state: 'unknown',
  ...changes,
});
const found = (changes: Partial<FoundRequest> = {}): FoundRequest => ({
  requestKey: 'k1',
  orderId: 'o1',
  status: 'executed',
  ok: true,
  isIndeterminate: false,
  payment: null,
  paid: null,
  ...changes,
});
const paid = (amount: number, atMs = nowMs) =>
  found({
    payment: { status: 'success', promptedAt: iso(nowMs) },
    paid: { amount, receipt: 'TKU7AB12CD', at: iso(atMs) },
  });
const heard = (kept: Kept, all: FoundRequest[], { afterMs = 1_000, aheadMs = 0, asked = ['k1'] } = {}) =>
  withNews(kept, { found: all, asked, serverNow: iso(nowMs + afterMs - aheadMs), readAtMs: nowMs + afterMs });
const one = withRequest(nothingKept, request(), nowMs);

describe('the state of a request', () => {
  const prompt = { status: 'pending', promptedAt: iso(nowMs) } as const;
  it.each([
    ['not carried out yet', found({ status: 'approved', ok: null }), 1_000, 'sending'],
    ['on the phone', found({ payment: prompt }), 1_000, 'waiting'],
    ['without an answer after a minute', found({ payment: prompt }), 2 * minuteMs, 'unclear'],
    ['perhaps sent', found({ ok: false, isIndeterminate: true }), 1_000, 'unclear'],
    ['paid', paid(450), 1_000, 'paid'],
    ['declined', found({ payment: { status: 'failed', promptedAt: iso(nowMs) } }), 1_000, 'unpaid'],
    ['refused by the provider', found({ ok: false }), 1_000, 'not_sent'],
    ['expired before it was sent', found({ status: 'expired', ok: null }), 1_000, 'not_sent'],
    ['not at the server, but perhaps on its way', undefined, 59_000, 'unknown'],
    ['never arrived', undefined, minuteMs, 'not_sent'],
  ] as const)('%s', (_, answer, afterMs, state) => {
    expect(heard(one, answer ? [answer] : [], { afterMs }).requests[0]?.state).toBe(state);
  });

  it.each([
    ['nothing yet', found(), 'waiting'],
    ['too little', found({ paid: { amount: 449.99, receipt: null, at: iso(nowMs) } }), 'part'],
    ['enough', found({ paid: { amount: 450, receipt: null, at: iso(nowMs) } }), 'paid'],
    ['not drawn', found({ ok: false }), 'not_sent'],
  ] as const)('of a code: %s', (_, answer, state) => {
    const code = withRequest(nothingKept, request({ way: 'qr', phone: '', reference: 'D23ABCDE' }), nowMs);
    expect(heard(code, [answer]).requests[0]?.state).toBe(state);
  });

  it('of a code without a reference is not known, and nobody asks again', () => {
    const till = heard(withRequest(nothingKept, request({ way: 'qr', phone: '' }), nowMs), [found()]).requests[0];
    expect(till).toMatchObject({ state: 'unknown', orderId: 'o1' });
    expect(till && isOpen(till, nowMs)).toBe(false);
  });

  it('is followed again when its answer comes after it was taken for lost', () => {
    const lost = heard(one, [], { afterMs: 2 * minuteMs });
    expect(lost.requests[0]?.state).toBe('not_sent');
    expect(withKeptOrder(lost, 'k1', 'o1').requests[0]).toMatchObject({ state: 'sending', orderId: 'o1' });
    const known = heard(one, [paid(450)]);
    expect(withKeptOrder(known, 'k1', 'o1').requests[0]?.state).toBe('paid');
    expect(withKeptOrder(known, 'k2', 'o2')).toEqual(known);
  });

  it('stays when the server was not asked about it', () => {
    expect(heard(one, [], { asked: ['k2'], afterMs: hourMs }).requests).toEqual(one.requests);
  });

  it('is followed until it has an outcome, and not for ever', () => {
    expect(isOpen(request({ state: 'waiting' }), nowMs)).toBe(true);
    expect(isOpen(request({ state: 'paid' }), nowMs)).toBe(false);
    expect(isOpen(request({ state: 'unclear' }), nowMs + 51 * hourMs)).toBe(false);
  });
});

describe('the list', () => {
  const many = (count: number, state: KeptRequest['state']) =>
    Array.from({ length: count }, (_, index) => index).reduce(
      (kept, index) => withRequest(kept, request({ requestKey: `k${index}`, state }), nowMs),
      nothingKept,
    );

  it('has the newest first, and keeps ten that have ended', () => {
    const { requests } = many(30, 'paid');
    expect(requests).toHaveLength(shownMax);
    expect(requests[0]?.requestKey).toBe('k29');
  });

  it('keeps more that have no outcome, up to a bound', () => {
    expect(many(30, 'waiting').requests).toHaveLength(30);
    expect(many(90, 'waiting').requests).toHaveLength(50);
  });

  it('has a repeated request once, as the newest', () => {
    const kept = withRequest(many(3, 'unknown'), request({ requestKey: 'k0' }), nowMs);
    expect(kept.requests.map(({ requestKey }) => requestKey)).toEqual(['k0', 'k2', 'k1']);
  });

  it('forgets what was never sent', () => {
    expect(withoutRequest(one, 'k1').requests).toEqual([]);
  });

  it('comes back after a reload; what is not whole is left out', () => {
    expect(readKept(JSON.stringify(one))).toEqual(one);
    for (const text of [null, '', '7', 'null', '{"requests":[{"way":"prompt"}],"shift":{}}']) {
      expect(readKept(text)).toEqual(nothingKept);
    }
  });
});

describe('the total of a shift', () => {
  const totalOf = ({ shift }: Kept) => shift && { count: shift.count, cents: shift.cents };

  it('counts each payment once, to the cent, however often it is heard of', () => {
    const kept = heard(heard(one, [paid(450.1)]), [paid(450.1)]);
    expect(totalOf(kept)).toEqual({ count: 1, cents: 45_010 });
  });

  it('adds what came in later for the same code', () => {
    const code = withRequest(nothingKept, request({ way: 'qr', reference: 'D23ABCDE' }), nowMs);
    const kept = heard(heard(code, [paid(400)]), [paid(450.75)]);
    expect(totalOf(kept)).toEqual({ count: 1, cents: 45_075 });
  });

  it('has nothing of requests that were not paid', () => {
    expect(totalOf(heard(one, [found({ payment: { status: 'failed', promptedAt: null } })]))).toEqual({
      count: 0,
      cents: 0,
    });
  });

  it('begins at zero with a new shift, which counts what is paid after its start', () => {
    const first = heard(one, [paid(450)]);
    const second = withNewShift(withRequest(first, request({ requestKey: 'k2' }), nowMs), nowMs + hourMs);
    expect(totalOf(second)).toEqual({ count: 0, cents: 0 });
    const late = (atMs: number) =>
      heard(second, [{ ...paid(90, atMs), requestKey: 'k2' }], { afterMs: 2 * hourMs, asked: ['k1', 'k2'] });
    expect(totalOf(late(nowMs + hourMs + 1))).toEqual({ count: 1, cents: 9_000 });
    expect(totalOf(late(nowMs + hourMs - 1))).toEqual({ count: 0, cents: 0 });
  });

  it('does not depend on the clock of the device', () => {
    // The device is an hour ahead of the server.
    const aheadMs = hourMs;
    expect(totalOf(heard(one, [paid(450, nowMs - aheadMs + 500)], { aheadMs }))).toEqual({ count: 1, cents: 45_000 });
  });

  it.each([
    ['the same day', '2026-03-02T20:59:00Z', false, true],
    ['after midnight in Nairobi', '2026-03-02T21:00:00Z', false, false],
    ['after midnight, of a started shift', '2026-03-02T21:00:00Z', true, true],
    ['16 hours after the start', '2026-03-03T02:00:00Z', true, false],
  ])('%s', (_, at, isStarted, goesOn) => {
    const shift = { sinceMs: nowMs, isStarted, count: 3, cents: 100 };
    const later = shiftAt(shift, Date.parse(at));
    expect(later.count).toBe(goesOn ? 3 : 0);
    expect(later.sinceMs).toBe(goesOn ? nowMs : Date.parse(at));
  });
});

it.each([
  ['0712345678', '0712…678'],
  ['0712 345 678', '0712…678'],
  ['+254 712 345678', '0712…678'],
  ['712345678', '7123…678'],
  ['0712…678', '0712…678'],
  ['', ''],
])('the device keeps no whole phone number: %s', (typed, masked) => {
  expect(maskedOf(typed)).toBe(masked);
});
