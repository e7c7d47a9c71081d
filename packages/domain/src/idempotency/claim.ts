import { createHash } from 'node:crypto';

/**
 * The claim on an idempotency key (spec 4.1.1).
 *
 *   (none) → in_flight → completed | indeterminate        never back, never deleted
 */

/** Longer than any provider call, so that a lapsed lease means that its request has ended. */
export const leaseSeconds = 90;
/** The end of a lease that began at `since`. Nothing is sent to the provider after it. */
export function leaseFrom(since: Date): Date {
  return new Date(since.getTime() + leaseSeconds * 1000);
}

/** How long a concurrent duplicate waits for the first before it is asked to try again. */
export const duplicateWaitMs = 2_000;
/** The `Retry-After` of a duplicate whose wait was too short. */
export const retryAfterSeconds = 2;

export type ClaimRecord = {
  fingerprint: string;
  state: 'in_flight' | 'completed' | 'indeterminate';
  leaseUntil: Date;
  resourceId: string;
  outcome: unknown;
};

type ClaimDecision =
  | { kind: 'fresh' }
  | { kind: 'replay'; resourceId: string; outcome: unknown }
  | { kind: 'body_differs' }
  | { kind: 'in_flight'; retryAfterSeconds: number }
  /** `outcome` is the provider's answer, if it gave one that proves nothing. */
  | { kind: 'indeterminate'; resourceId: string; outcome: unknown };

/** Decides what a request with a key may do, from the record of the key. A lapsed lease is indeterminate, never fresh. */
export function decide(record: ClaimRecord | undefined, fingerprint: string, now: Date): ClaimDecision {
  if (!record) return { kind: 'fresh' };
  if (record.fingerprint !== fingerprint) return { kind: 'body_differs' };
  if (record.state === 'completed') return { kind: 'replay', resourceId: record.resourceId, outcome: record.outcome };
  if (record.state === 'indeterminate' || record.leaseUntil <= now) {
    return { kind: 'indeterminate', resourceId: record.resourceId, outcome: record.outcome };
  }
  return { kind: 'in_flight', retryAfterSeconds };
}

/** JSON with object keys in code-unit order. `value` must be JSON data of bounded depth. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/**
 * Identifies a request body: `1:` and the SHA-256 of its canonical JSON without `idempotencyKey`.
 * `1` is the version of the canonical form, so that it can change without making old keys clash.
 */
export function fingerprintOf(body: Record<string, unknown>): string {
  const { idempotencyKey: _, ...rest } = body;
  return `1:${createHash('sha256').update(canonicalJson(rest)).digest('hex')}`;
}
