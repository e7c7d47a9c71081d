import { defineSentences } from '../kernel/refusals.ts';

/** Refusals of this room's verbs. */
export const idempotencyRefusals = defineSentences({
  keyReused: 'Idempotency-Key was reused with a different request body. A new attempt needs a new key.',
  keyInFlight: 'A request with this Idempotency-Key is already in progress. Repeat it with the same key.',
  keyIndeterminate:
    'This request was interrupted while the provider call was in flight, so money may have moved. Read GET /{path}/{id} first; only then retry, with a new key.{upstream}',
});
