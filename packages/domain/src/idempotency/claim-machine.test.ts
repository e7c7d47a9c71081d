import { describe, expect, it } from 'vitest';
import { explore } from '../testing/explore.ts';
import { type ClaimRecord, decide } from './claim.ts';

const before = new Date(1_000);
const leaseUntil = new Date(91_000);
const after = new Date(91_000);

/** Where a request is: it has read that the key is free, it is at the provider, it is over. */
type Place = 'idle' | 'may act' | 'acting' | 'over';
type Record = Omit<ClaimRecord, 'leaseUntil'>;
type State = {
  record: Record | null;
  /** Who holds the claim. */
  holder: number | null;
  hasLapsed: boolean;
  places: Place[];
  /** Requests that reached the provider. */
  sent: number;
};
type Input = { who: number; does: 'asks' | 'claims' | 'sends' | 'completes' | 'doubts' | 'dies' } | { does: 'lapse' };

const requests = [0, 1, 2];
/** The third one uses the key for something else. */
const fingerprintOf = (who: number) => (who === 2 ? 'other' : 'same');
const inputs: Input[] = [
  ...requests.flatMap((who) =>
    (['asks', 'claims', 'sends', 'completes', 'doubts', 'dies'] as const).map((does) => ({ who, does })),
  ),
  { does: 'lapse' },
];
const start: State = { record: null, holder: null, hasLapsed: false, places: requests.map(() => 'idle'), sent: 0 };

const nowOf = ({ hasLapsed }: State) => (hasLapsed ? after : before);
const decisionOf = (state: State, who: number) =>
  decide(state.record ? { ...state.record, leaseUntil } : undefined, fingerprintOf(who), nowOf(state));

/** What the requests do by the core's decisions; an insert and an update are each one statement. */
function next(state: State, input: Input): State {
  if (input.does === 'lapse') return state.record ? { ...state, hasLapsed: true } : state;
  const { who, does } = input;
  const place = state.places[who];
  const at = (to: Place) => state.places.map((one, n) => (n === who ? to : one));
  const holds = state.holder === who && state.record?.state === 'in_flight';
  const end = (to: 'completed' | 'indeterminate'): State =>
    state.record && holds
      ? {
          ...state,
          record: { ...state.record, state: to, outcome: to === 'completed' ? 'done' : null },
          places: at('over'),
        }
      : { ...state, places: at('over') };
  if (does === 'asks' && place === 'idle') {
    return { ...state, places: at(decisionOf(state, who).kind === 'fresh' ? 'may act' : 'idle') };
  }
  if (does === 'claims' && place === 'may act') {
    // The unique key lets one insert win; the others read again.
    if (state.record) return { ...state, places: at('idle') };
    const record: Record = { fingerprint: fingerprintOf(who), state: 'in_flight', resourceId: 'p1', outcome: null };
    return { ...state, record, holder: who, places: at('acting') };
  }
  // Nothing is sent after the lease.
  if (does === 'sends' && place === 'acting' && holds && state.sent === 0 && !state.hasLapsed) {
    return { ...state, sent: state.sent + 1 };
  }
  if (does === 'completes' && place === 'acting' && state.sent > 0) return end('completed');
  if (does === 'doubts' && place === 'acting') return end('indeterminate');
  return does === 'dies' ? { ...state, places: at('idle') } : state;
}

const { states, steps } = explore(start, inputs, next);

describe('every reachable state of three requests under one key', () => {
  it('is explored', () => {
    expect(states.length).toBeGreaterThan(50);
    const reached = new Set(states.map(({ record }) => record?.state ?? 'none'));
    expect(reached).toEqual(new Set(['none', 'in_flight', 'completed', 'indeterminate']));
  });

  it('a key that has a claim is never free again, for nobody and at no time', () => {
    for (const state of states) {
      if (state.record === null) continue;
      for (const who of requests) expect(decisionOf(state, who).kind, JSON.stringify(state)).not.toBe('fresh');
    }
  });

  it('one request at most is at the provider', () => {
    for (const { places, sent } of states) {
      expect(places.filter((place) => place === 'acting').length).toBeLessThanOrEqual(1);
      expect(sent).toBeLessThanOrEqual(1);
    }
  });

  it('no claim goes back, and none changes what it is for', () => {
    for (const { from, to } of steps) {
      if (from.record === null) continue;
      expect(to.record?.fingerprint).toBe(from.record.fingerprint);
      if (from.record.state !== 'in_flight') expect(to.record).toEqual(from.record);
    }
  });

  it('the answer to a repeat is what is recorded, and to another body a refusal', () => {
    for (const state of states) {
      const { record, hasLapsed } = state;
      if (record === null) continue;
      for (const who of requests) {
        const isSame = fingerprintOf(who) === record.fingerprint;
        const standing = { completed: 'replay', indeterminate: 'indeterminate', in_flight: 'in_flight' }[record.state];
        const expected = hasLapsed && record.state === 'in_flight' ? 'indeterminate' : standing;
        expect(decisionOf(state, who).kind, JSON.stringify(state)).toBe(isSame ? expected : 'body_differs');
      }
    }
  });
});
