import type { RailTraits } from './rail.ts';

export const airtel: RailTraits = {
  placeOf: () => ({ family: 'api', api: 'stk_push', phase: 'sync' }),
  /** No PIN, declined, timed out, expired. */
  unansweredCodes: new Set(['DP00800001005', 'DP00800001008', 'DP00800001024', 'DP00800001029', 'TE']),
  /** Ambiguous, in process. */
  openCodes: new Set(['DP00800001000', 'DP00800001006', 'TA', 'TIP']),
  noWalletCodes: new Set(['DP00800001010', 'wallet_not_found']),
  ownNumbers: /^254(?:73\d|75[0-6]|78[0-2]|78[5-9]|10[0-6])\d{6}$/,
  /** 32 letters and digits. */
  promptIdOf: (paymentId) => paymentId.replaceAll('-', ''),
  firstQuestionSeconds: 75,
  notFoundFinalSeconds: 900,
  provesNumber: false,
};
