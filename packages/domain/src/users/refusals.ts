import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const userIssues = defineIssues({
  strangePasskey: 'is not a passkey that was made here just now',
  passkeyInUse: 'is a passkey that is in use already',
  noSecondFactor: 'belongs to a user without a second factor',
  disabledAlready: 'is disabled already',
  notDisabled: 'is not disabled',
  addressTaken: 'belongs to a user already',
  codeUnknown: 'is unknown or was used before',
  codeUsed: 'is incorrect or was used before',
  usePasskey: 'is not enough: use your passkey',
  passwordMissing: 'does not exist yet: ask for a link to choose one',
  passwordCommon: 'is too easy to guess: it is a common password, or almost one',
  passwordPersonal: 'is too easy to guess: it is made of your address, your name or the name of this product',
  passwordPattern: 'is too easy to guess: it repeats or counts, or follows the keyboard',
  noIdentity: 'belongs to a user without an identity provider',
});
