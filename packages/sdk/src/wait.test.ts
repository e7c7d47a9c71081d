import { describe, expect, it } from 'vitest';
import { TillgateApiError, TillgateConnectionError } from './errors.ts';
import { connectionTo, instantClock } from './scripted-api.fixture.ts';
import type { CallOptions, ErrorCode, WaitOptions } from './types.ts';
import { waitFor } from './wait.ts';

const problem = (code: ErrorCode, status: number, retryAfterSeconds?: number) =>
  new TillgateApiError({
    type: '',
    title: '',
    status,
    detail: 'D.',
    error: 'D.',
    code,
    requestId: 'req_1',
    retryAfterSeconds,
  });
const lost = new TillgateConnectionError('connection_failed', 'lost');

/** Reads these states in turn, and then the last one again; errors are thrown. */
async function play(states: (string | Error)[], options?: WaitOptions) {
  const clock = instantClock();
  const reads: CallOptions[] = [];
  const read = async (each: CallOptions) => {
    reads.push(each);
    const state = states[Math.min(reads.length, states.length) - 1];
    if (state instanceof Error) throw state;
    return state;
  };
  const isFinal = (state: string | undefined) => state !== 'pending';
  const outcome = await waitFor(connectionTo('http://localhost', clock), read, isFinal, options).then(
    (state) => ({ state, error: undefined }),
    (error: unknown) => ({ state: undefined, error }),
  );
  return { ...outcome, reads, pauses: clock.pauses, waited: clock.now() };
}

describe('waiting', () => {
  it('returns a final state at once', async () => {
    expect(await play(['success'])).toMatchObject({ state: 'success', pauses: [] });
  });

  it('stops at the first final state, with pauses that grow up to ten seconds', async () => {
    const { state, pauses, reads } = await play([...Array(9).fill('pending'), 'failed', 'success']);
    expect({ state, reads: reads.length }).toEqual({ state: 'failed', reads: 10 });
    expect(pauses.map(Math.round)).toEqual([1500, 2100, 2940, 4116, 5762, 8067, 10_000, 10_000, 10_000]);
  });

  it('ends with the state pending when time is up, after a last read at the very end', async () => {
    const { state, waited, reads } = await play(['pending'], { timeoutMs: 5_000 });
    expect({ state, waited, reads: reads.length }).toEqual({ state: 'pending', waited: 5_000, reads: 4 });
  });

  it('never lets one read outlast the wait by much', async () => {
    const { reads } = await play(['pending'], { timeoutMs: 5_000 });
    expect(reads.map(({ timeoutMs, maxRetries }) => [timeoutMs, maxRetries])).toEqual([
      [5000, 0],
      [3500, 0],
      [1500, 0],
      [1500, 0],
    ]);
  });

  it('goes on after an outage, and waits as long as the service asks for', async () => {
    const busy = problem('rate_limited', 429, 20);
    const { state, pauses } = await play([lost, busy, problem('unavailable', 503), 'pending', 'success']);
    expect(state).toBe('success');
    expect(pauses.map(Math.round)).toEqual([1500, 20_000, 2940, 4116]);
  });

  it('does not wait for a service that asks for more time than is left', async () => {
    const { state, pauses } = await play(['pending', problem('rate_limited', 429, 60), 'success'], {
      timeoutMs: 30_000,
    });
    expect({ state, pauses }).toEqual({ state: 'pending', pauses: [1500] });
  });

  it('throws the error if no state was read until the end', async () => {
    expect((await play([lost], { timeoutMs: 10_000 })).error).toBe(lost);
  });

  it('throws at once when reading again cannot help', async () => {
    const missing = problem('not_found', 404);
    expect(await play(['pending', missing, 'success'])).toMatchObject({ error: missing, reads: { length: 2 } });
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('the customer left');
    expect((await play(['pending'], { signal: AbortSignal.abort(reason) })).error).toBe(reason);
  });
});
