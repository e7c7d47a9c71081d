import type { RailFact } from '@tillgate/domain';

/** The network does not know the id. It may know it later: a request can still be under way. */
type NotFound = { kind: 'not_found'; code: string; text: string };
/** `cause` is a sentence without secrets. */
type NoAnswer = { kind: 'no_answer'; cause: string };

/** What a question about a prompt or a payout came to. Only `told` settles, and only when its fact is not open. */
export type Asked = { kind: 'told'; fact: RailFact } | NotFound | NoAnswer;

/** What a question that concerns no transaction came to. */
export type Answer<Value> = { kind: 'told'; answer: Value } | NoAnswer;

/** What the network told about an operation in the same call. `open`: it has to be asked about. */
export type WithFact = { fact: RailFact };

/**
 * A notice, read. `word`: it is signed, and settles. `hint`: it only makes us ask.
 */
export type Notice =
  | { kind: 'unreadable'; problem: string }
  | { kind: 'read'; id: string; trust: 'word' | 'hint'; fact: RailFact };
