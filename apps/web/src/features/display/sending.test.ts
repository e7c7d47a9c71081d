import { describe, expect, it } from 'vitest';
import { allowed, certaintyOf, changesInMs, outcomeOf } from './sending.ts';

const at = 1_000_000;
const gone = (afterMs: number) => ({ isThere: false, askedAtMs: at + afterMs });

describe('what is certain about a request without an order', () => {
  it.each([
    ['just pressed', 'flying', undefined, 100, 'sending'],
    ['no answer for long', 'flying', undefined, 8_000, 'unknown'],
    ['still on its way, whatever the server says', 'flying', gone(70_000), 80_000, 'unknown'],
    ['its answer was lost', 'lost', undefined, 100, 'unknown'],
    ['lost, and nobody could be asked for an hour', 'lost', undefined, 3_600_000, 'unknown'],
    ['the server does not have it yet', 'lost', gone(5_000), 6_000, 'missing'],
    ['an early answer does not become certain with time', 'lost', gone(5_000), 3_600_000, 'missing'],
    ['the server said so too late for it to arrive', 'lost', gone(60_000), 60_000, 'unsent'],
    ['an answer from before the press', 'lost', gone(-1), 90_000, 'unknown'],
    ['the server has it', 'lost', { isThere: true, askedAtMs: at + 5_000 }, 6_000, 'unknown'],
    ['loaded again', 'none', undefined, 100, 'unknown'],
    ['loaded again, and the server does not have it', 'none', gone(5_000), 6_000, 'missing'],
  ] as const)('%s: %s', (_, attempt, heard, afterMs, certainty) => {
    expect(certaintyOf(at, attempt, heard, at + afterMs)).toBe(certainty);
  });

  it('nothing that may have been sent can be cancelled or sent again', () => {
    for (const certainty of ['sending', 'unknown'] as const) {
      expect(allowed[certainty]).toMatchObject({ again: false, cancel: false });
    }
    expect(allowed.missing.cancel).toBe(false);
    expect(allowed.unsent).toMatchObject({ again: true, cancel: true });
  });

  it('the screen looks again when the answer is late', () => {
    expect(changesInMs(at, 'flying', at + 1_000)).toBe(7_000);
    expect(changesInMs(at, 'flying', at + 8_000)).toBeUndefined();
    expect(changesInMs(at, 'lost', at)).toBeUndefined();
  });
});

describe('a press that failed', () => {
  it.each([
    ['not_sent', false, 'refused'],
    ['refused', false, 'refused'],
    ['no_answer', false, 'unknown'],
    ['server_fault', false, 'unknown'],
    // An earlier press under the same key may have arrived.
    ['not_sent', true, 'unknown'],
    ['refused', true, 'unknown'],
    ['no_answer', true, 'unknown'],
  ] as const)('%s, repeated: %s: %s', (failure, isRepeated, outcome) => {
    expect(outcomeOf(failure, isRepeated)).toBe(outcome);
  });
});
