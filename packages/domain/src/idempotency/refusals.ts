import { defineSentences } from '../kernel/refusals.ts';

/** Refusals of this room's verbs. */
export const idempotencyRefusals = defineSentences({
  keyReused: 'Idempotency-Key was reused with a different request body. A new attempt needs a new key.',
  keyForgotten:
    'This Idempotency-Key was used before the database was restored, and what became of it is not known. Money may have moved. Look at your own records and at the statement of the network first; only then retry, with a new key.',
  keyInFlight: 'A request with this Idempotency-Key is already in progress. Repeat it with the same key.',
  keyIndeterminate:
    'This request was interrupted while the provider call was in flight, so money may have moved. Read GET /{path}/{id} first; only then retry, with a new key.{upstream}',
});
