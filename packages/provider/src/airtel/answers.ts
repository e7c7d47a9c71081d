/** What a question that concerns no transaction came to. `cause` is a sentence without secrets. */
export type Answer<Value> = { kind: 'told'; answer: Value } | { kind: 'no_answer'; cause: string };
