import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const keyIssues = defineSentences({
  scopeMissing: 'must have at least one scope',
});

/** Refusals of this room's verbs. */
export const keyRefusals = defineSentences({
  keyFromElsewhere: 'This key may not be used from {address}.',
  keyFromHidden: 'This key may not be used from an address that a proxy hides.',
  keyEnded: 'This API key no longer works, so nothing was approved.',
  notMember: 'You are not a member of this organization.',
  moneyKeyRole: 'Only an owner or admin may create or rotate a production key that can pay out or refund.',
  keyRevoked: 'The key has been revoked: create a new one.',
  keyExpired: 'The key has expired: create a new one.',
});
