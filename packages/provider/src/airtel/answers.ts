import type { RailFact } from '@tillgate/domain';

/** What a question that concerns no transaction came to. `cause` is a sentence without secrets. */
export type Answer<Value> = { kind: 'told'; answer: Value } | { kind: 'no_answer'; cause: string };

/** What the network told about an operation in the same call. `open`: it has to be asked about. */
export type WithFact = { fact: RailFact };
