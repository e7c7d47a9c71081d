export { fingerprintOf, leaseFrom, leaseSeconds } from './claim.ts';
export type { KeyJournal, NotedKey } from './key-journal.ts';
export {
  type Endpoint,
  type IdempotentRequest,
  indeterminate,
  type NewClaim,
  runIdempotent,
  type WithTurns,
} from './run-idempotent.ts';
export { idempotencyKeySchema } from './schemas.ts';
export {
  burnKey,
  burnKeys,
  type Claim,
  type ClaimOutcome,
  claimForgotten,
  completeClaim,
  completeClaims,
  endClaimOfSettled,
  find as findClaim,
  insertClaim,
  insertClaims,
  markIndeterminate,
} from './statements.ts';
export { sweepClaims } from './sweep-claims.ts';
export { createTurns } from './turns.ts';
