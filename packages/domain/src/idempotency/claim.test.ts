import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClaimRecord, decide, fingerprintOf, leaseSeconds, retryAfterSeconds } from './claim.ts';

const now = new Date('2026-03-01T12:00:00Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const record = (changes: Partial<ClaimRecord> = {}): ClaimRecord => ({
  fingerprint: '1:same',
  state: 'in_flight',
  leaseUntil: inSeconds(leaseSeconds),
  resourceId: 'payment-1',
  outcome: null,
  ...changes,
});

describe('what a request under an idempotency key may do (spec 4.1.1)', () => {
  it('rule 1: an unused key is fresh', () => {
    expect(decide(undefined, '1:same', now)).toEqual({ kind: 'fresh' });
  });

  it('rule 2: the same body gets the recorded outcome', () => {
    const outcome = { kind: 'prompted', paymentId: 'payment-1' };
    expect(decide(record({ state: 'completed', outcome }), '1:same', now)).toMatchObject({ kind: 'replay', outcome });
  });

  it.each(['in_flight', 'completed', 'indeterminate'] as const)('rule 3: another body is refused while %s', (state) => {
    expect(decide(record({ state }), '1:other', now)).toEqual({ kind: 'body_differs' });
  });

  it('rule 4: within its lease the first request is in flight', () => {
    expect(decide(record(), '1:same', inSeconds(leaseSeconds - 1))).toEqual({ kind: 'in_flight', retryAfterSeconds });
  });

  it('rule 5: an interrupted request is indeterminate for ever', () => {
    const answer = { kind: 'indeterminate', resourceId: 'payment-1', outcome: null };
    expect(decide(record({ state: 'indeterminate' }), '1:same', now)).toEqual(answer);
    expect(decide(record({ state: 'indeterminate' }), '1:same', inSeconds(1e9))).toEqual(answer);
  });

  it('rule 5: a lapsed lease is indeterminate, never fresh', () => {
    const answer = { kind: 'indeterminate', resourceId: 'payment-1', outcome: null };
    expect(decide(record({ leaseUntil: now }), '1:same', now)).toEqual(answer);
    expect(decide(record(), '1:same', inSeconds(leaseSeconds))).toEqual(answer);
  });

  it('a key that has a record is never fresh again, whatever the record says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('in_flight' as const, 'completed' as const, 'indeterminate' as const),
        fc.date({ noInvalidDate: true }),
        fc.date({ noInvalidDate: true }),
        fc.boolean(),
        (state, leaseUntil, at, same) => {
          expect(decide(record({ state, leaseUntil }), same ? '1:same' : '1:other', at).kind).not.toBe('fresh');
        },
      ),
    );
  });
});

describe('the fingerprint of a body', () => {
  it('does not depend on the order of members, at any depth', () => {
    expect(fingerprintOf({ a: 1, b: { c: [1, { d: 2, e: 3 }], f: null } })).toBe(
      fingerprintOf({ b: { f: null, c: [1, { e: 3, d: 2 }] }, a: 1 }),
    );
  });

  it('leaves the key itself out, so that it may stand in header or body', () => {
    expect(fingerprintOf({ amount: 1, idempotencyKey: 'k' })).toBe(fingerprintOf({ amount: 1 }));
  });

  it.each([
    [{ amount: 1 }, { amount: 2 }],
    [{ amount: 1 }, { amount: '1' }],
    [{ amount: 1 }, { amount: 1, metadata: {} }],
    [{ list: [1, 2] }, { list: [2, 1] }],
    [{ a: { b: 1 } }, { a: { b: null } }],
    [{ a: '1,"b":2' }, { a: '1', b: 2 }],
  ])('tells %j from %j', (one, other) => {
    expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
  });

  it('is the same for equal JSON and different for different JSON', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(json, json, (one, other) => {
        const { idempotencyKey: _a, ...a } = one;
        const { idempotencyKey: _b, ...b } = other;
        const shuffled = Object.fromEntries(Object.entries(a).reverse());
        expect(fingerprintOf(shuffled)).toBe(fingerprintOf(a));
        const same = JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));
        expect(fingerprintOf(a) === fingerprintOf(b)).toBe(same);
      }),
    );
  });
});

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  // Entries, not an object: integer-like keys would be reordered by the engine.
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sortKeys(member)]);
}
