import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const userIssues = defineSentences({
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
  passwordShort: 'must have at least {min} characters',
  passwordCommon: 'is too easy to guess: it is a common password, or almost one',
  passwordPersonal: 'is too easy to guess: it is made of your address, your name or the name of this product',
  passwordPattern: 'is too easy to guess: it repeats or counts, or follows the keyboard',
  noIdentity: 'belongs to a user without an identity provider',
});

/** Refusals of this room's verbs. */
export const userRefusals = defineSentences({
  accountDisabled: 'This account is disabled. Ask the operator of this service.',
  passkeysNeedHttps: 'Passkeys need the dashboard at a host name with HTTPS.',
  passkeysFull: 'You have {max} passkeys. Remove one first.',
  signInTooLong: 'This sign-in took too long. Start again.',
  wrongCode: 'The code is incorrect or was used before.',
  noFactorUnderWay: 'No authenticator app is being set up.',
  noFactor: 'No authenticator app is set up.',
  proveYourself: 'Confirm that it is you, then try again.',
  tooManyAttempts: 'Too many attempts: try again in {seconds} seconds.',
  signInFirst: 'Sign in first.',
  factorFirst: 'Set up an authenticator app first.',
  linkUsed: 'This link has been used or is too old. Ask for a new one.',
  factorSetUp: 'An authenticator app is set up already.',
  addressUnverified: 'Your identity provider has not verified your email address.',
  nobodyInvited: 'There is no account or invitation for this email address.',
  identityUnknown: 'The email address or the password is incorrect.',
  otherSubject: 'This address belongs to another account of your identity provider.',
  passkeyUnknown: 'This passkey is unknown here, or it took too long.',
});
