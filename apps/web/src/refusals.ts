import { allRefusals, defineSentences, type RefusalName } from '@tillgate/domain';

/** Why the dashboard itself refuses. */
export const webRefusals = defineSentences({
  insideOnly: 'Changes can be made from the dashboard itself only.',
  otherPerson: 'You are now signed in as {email}. Reload this page.',
  simulatorSilent: 'The simulator does not answer. Is it running?',
  tooManyRequests: 'Too many requests: try again in {seconds} seconds.',
  statementTooLarge: 'A statement may have at most {max} MB.',
  listTooLarge: 'A list of payouts may have at most {max} MB.',
  listBusy: 'Another list is being read. Try again in a moment.',
  statementBusy: 'Another statement is being read. Try again in a moment.',
  factorRequired:
    'Your organization requires an authenticator app or a passkey. Set one up, or sign in again with it, then try again.',
  ssoRequired: 'Your organization requires single sign-on. Sign in through it, then try again.',
});

/** The name of any refusal that a page can show. */
export type ShownRefusal = RefusalName | keyof typeof webRefusals;

/** Every refusal that a page can show, by its name. */
export const shownRefusals = { ...allRefusals, ...webRefusals };
