/** The last press of the button for a visit, as this page knows it. A page that was loaded since knows none. */
export type Attempt = 'none' | 'flying' | 'lost';

/** What the server said about the request; undefined while it has not said anything. Times are of this device. */
export type Heard = { isThere: boolean; askedAtMs: number } | undefined;

/**
 * What is certain about a request that has no order yet.
 *
 *   sending → unknown → missing → unsent
 *
 * `sending`: the answer is awaited. `unknown`: it may have been sent. `missing`: the server does not have it, but it may
 * still be on its way. `unsent`: nothing was sent, and nothing will be.
 */
export type Certainty = 'sending' | 'unknown' | 'missing' | 'unsent';

/** After this time without an answer, the screen says that it does not know. */
const slowMs = 8_000;
/** A request that the server does not have this long after the press does not arrive: a server waits 30 seconds for one. */
export const arrivesWithinMs = 60_000;

/** What is certain now. */
export function certaintyOf(askedAtMs: number, attempt: Attempt, heard: Heard, nowMs: number): Certainty {
  if (attempt === 'flying' && nowMs - askedAtMs < slowMs) return 'sending';
  if (attempt === 'flying' || !heard || heard.isThere || heard.askedAtMs < askedAtMs) return 'unknown';
  return heard.askedAtMs - askedAtMs >= arrivesWithinMs ? 'unsent' : 'missing';
}

/** When the screen knows more without any news: in how many milliseconds, or undefined. */
export function changesInMs(askedAtMs: number, attempt: Attempt, nowMs: number): number | undefined {
  const left = askedAtMs + slowMs - nowMs;
  return attempt === 'flying' && left > 0 ? left : undefined;
}

type Allowed = {
  /** Sends the same request under the same key, so that the server makes one order of all. */
  again: boolean;
  /** Empties the till: nothing was sent. */
  cancel: boolean;
  /** Leaves it open for the next customer. It stays in the list, and its state is asked for. */
  leave: boolean;
  /** The server is asked about it. */
  ask: boolean;
};

/** What the cashier and the page may do. Nothing is ever sent without a press. */
export const allowed: Record<Certainty, Allowed> = {
  sending: { again: false, cancel: false, leave: false, ask: false },
  unknown: { again: false, cancel: false, leave: true, ask: true },
  missing: { again: true, cancel: false, leave: true, ask: true },
  unsent: { again: true, cancel: true, leave: false, ask: true },
};

/**
 * What a press that failed means. `refused`: nothing was sent, and the cashier can change what they typed. `unknown`: an
 * answer was lost, of this press or of an earlier one under the same key.
 */
export function outcomeOf(
  failure: 'not_sent' | 'no_answer' | 'server_fault' | 'refused',
  isRepeated: boolean,
): 'refused' | 'unknown' {
  if (isRepeated) return 'unknown';
  return failure === 'not_sent' || failure === 'refused' ? 'refused' : 'unknown';
}
