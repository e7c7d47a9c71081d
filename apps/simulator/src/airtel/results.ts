/** How a collection ends. The letters decide, not the code (fact 5). */
export type AirtelResult = {
  /** What an enquiry says: successful, failed or expired. */
  letters: 'TS' | 'TF' | 'TE';
  code: string;
  message: string;
  /** False where the rail often sends no notice (fact 6). */
  isTold: boolean;
};

const failed = (code: string, message: string): AirtelResult => ({ letters: 'TF', code, message, isTold: true });

/** The ends of a collection with the codes of fact 12. */
export const collectionResults = {
  paid: { letters: 'TS', code: 'DP00800001001', message: 'Success', isTold: true },
  wrong_pin: { letters: 'TF', code: 'DP00800001002', message: 'Incorrect Pin', isTold: false },
  above_limit: failed('DP00800001003', 'Exceeds withdrawal amount limit'),
  no_pin: failed('DP00800001005', 'User did not enter the pin'),
  no_money: failed('DP00800001007', 'Not enough balance'),
  declined: failed('DP00800001008', 'Transaction refused'),
  not_honoured: failed('DP00800001009', 'Do not honor'),
  not_permitted: failed('DP00800001010', 'Transaction not permitted to Payer'),
  timed_out: failed('DP00800001024', 'Transaction timed out'),
  expired: { letters: 'TE', code: 'DP00800001029', message: 'Transaction expired', isTold: true },
} satisfies Record<string, AirtelResult>;

export type CollectionResultName = keyof typeof collectionResults;

/** The ends of a payout with the codes of fact 12. */
export const disbursementResults = {
  paid: { letters: 'TS', code: 'DP00900001001', message: 'Success', isTold: true },
  day_limit: failed('DP00900001003', 'Maximum transaction limit reached'),
  failed: failed('DP00900001005', 'Transaction failed'),
  no_funds: failed('DP00900001007', 'Insufficient funds'),
  wrong_number: failed('DP00900001012', 'Invalid mobile number'),
  barred: failed('DP00900001019', 'Payer is barred'),
} satisfies Record<string, AirtelResult>;

export type DisbursementResultName = keyof typeof disbursementResults;
