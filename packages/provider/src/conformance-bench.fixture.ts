import type { Clock } from '@tillgate/domain';
import { afterEach } from 'vitest';
import { movableClock, type Reply, type SeenRequest, startFakeProvider, text } from './kit/testing.ts';

/** One call of a network as a test makes it. */
export type ConformingCall = {
  /** Of calls that move money: what it came to. Of questions: what was told. */
  make: () => Promise<{ kind: string }>;
  /** True for a call that may move money: it is sent once, and its unknown outcome is `unknown`. */
  movesMoney: boolean;
  /** A valid answer to it. */
  accepted: Reply;
  /** The kind of outcome of a valid answer. */
  acceptedKind: 'accepted' | 'told';
  /** Makes it after its time is over; absent for what may be sent at any time. */
  makeTooLate?: () => Promise<unknown>;
};

export type Conforming = {
  calls: Record<string, ConformingCall>;
  /** What the log has, as text. */
  logged: () => string;
  close: () => Promise<void>;
};

/** A network as the suite needs it. */
export type ConformingRail = {
  /** Starts its adapter against a URL, at the time of that clock. A call must take no longer than `timeoutMs`. */
  start(url: string, timeoutMs: number, clock: Clock): Conforming;
  isTokenRequest: (seen: SeenRequest) => boolean;
  /** What it answers beside the calls themselves, such as its key; undefined for a call. */
  aside?: (seen: SeenRequest) => Reply | undefined;
  /** The n-th token; the first is 1. */
  token: (n: number) => { text: string; reply: Reply };
  /** Says that the token is refused. */
  refusedToken: Reply;
  /** Texts that nobody may see: what the account has, beside its tokens. */
  secrets: readonly string[];
  /** What a request holds beyond them that nobody may see, such as an encrypted PIN. */
  secretsIn: (seen: SeenRequest) => string[];
  /** Answers of its own form, with words that no document has. */
  unknownWords: Record<string, Reply>;
  /** Its error with a sentence that the fake chooses: certain and uncertain ones. */
  saying: ((sentence: string) => Reply)[];
};

/** Long enough for a call on a busy machine. */
const patientMs = 30_000;
/** Of a call that never gets an answer: short enough to wait for. */
export const impatientMs = 1_000;

/** The time stands still, so that a request that is sent again has the same time in it. */
const clock = movableClock(new Date('2026-03-01T09:00:00Z'));

/** Starts the adapter of a network for the tests of one call. What it starts ends with each test. */
export function createBench(rail: ConformingRail) {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** The call of an adapter whose network is at that URL. */
  function callAt(url: string, name: string, timeoutMs = patientMs) {
    const started = rail.start(url, timeoutMs, clock);
    closers.push(started.close);
    const call = started.calls[name];
    if (call === undefined) throw new Error(`There is no call ${name}.`);
    return { call, logged: started.logged };
  }

  async function fakeOf(route: Parameters<typeof startFakeProvider>[0]) {
    const fake = await startFakeProvider(route);
    closers.push(fake.close);
    return fake;
  }

  /** A network that gives tokens, and replies to the call with what `route` returns. `nth` counts from 1. */
  async function begin(
    name: string,
    route: (call: ConformingCall, seen: SeenRequest, nth: number) => Reply,
    timeoutMs = patientMs,
  ) {
    const tokens: SeenRequest[] = [];
    const sent: SeenRequest[] = [];
    let call: ConformingCall | undefined;
    const fake = await fakeOf((seen) => {
      if (rail.isTokenRequest(seen)) {
        tokens.push(seen);
        return rail.token(tokens.length).reply;
      }
      const aside = rail.aside?.(seen);
      if (aside !== undefined) return aside;
      sent.push(seen);
      return call === undefined ? text(404, '') : route(call, seen, sent.length);
    });
    const started = callAt(fake.url, name, timeoutMs);
    call = started.call;
    return { ...started, tokens, sent };
  }

  return { begin, callAt, fakeOf };
}

export type Bench = ReturnType<typeof createBench>;
