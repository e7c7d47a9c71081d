import { defineSentences } from '../kernel/refusals.ts';

/** Refusals of this room's verbs. */
export const providerRefusals = defineSentences({
  credentialsIncomplete:
    'The provider credentials of this application are not configured for {environment}: product, shortcode, consumer key, consumer secret and passkey are missing.',
  accountMissing: 'This application has no account at {network} for {environment}.',
  providerRefused: 'The provider refused the request: {text}',
  providerUnclear:
    'The provider gave no clear answer. No money moves with this request: it is safe to repeat.{upstream}',
  providerUnreachable: 'The provider could not be reached, so nothing was sent: {text} It is safe to repeat.',
  moneyNotSent: 'The provider could not be reached, so nothing was sent: {text}',
  moneyTooLate: 'The request waited for too long, so nothing was sent: {text}',
  questionsUsedUp:
    'This application has put {limit} questions to the provider within {window} s. Try again in {seconds} s.',
});
