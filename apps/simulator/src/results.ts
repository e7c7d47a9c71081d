/** A result of a prompt. The provider uses different texts in the callback and in the query. */
export type Result = { code: number | string; callbackDesc: string; queryDesc: string };

const sameText = (code: number | string, text: string): Result => ({ code, callbackDesc: text, queryDesc: text });

/** Every result that a prompt can have. */
export const promptResults = {
  paid: sameText(0, 'The service request is processed successfully.'),
  insufficient_funds: sameText(1, 'The balance is insufficient for the transaction.'),
  below_minimum: sameText(2, 'Declined due to limit rule: less than the minimum transaction amount.'),
  above_maximum: sameText(3, 'Declined due to limit rule: greater than the maximum transaction amount.'),
  daily_limit: sameText(4, 'Declined due to limit rule: would exceed daily transfer limit.'),
  balance_limit: sameText(8, 'Declined due to limit rule: would exceed the maximum balance.'),
  same_amount: sameText(17, 'Rule limited: a similar transaction to the same customer within two minutes.'),
  traffic_blocked: sameText(26, 'System busy. Traffic blocking condition in place.'),
  subscriber_locked: sameText(
    1001,
    'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  ),
  expired: sameText(1019, 'Transaction has expired'),
  prompt_not_sent: sameText(1025, 'An error occurred while sending a push request'),
  cancelled: { code: 1032, callbackDesc: 'Request cancelled by user', queryDesc: 'Request canceled by user' },
  no_answer: { code: 1037, callbackDesc: 'No response from user.', queryDesc: 'DS timeout user cannot be reached' },
  unreachable: sameText(1037, 'DS timeout user cannot be reached'),
  wrong_pin: sameText(2001, 'The initiator information is invalid.'),
  not_permitted: sameText(2028, 'The request is not permitted according to product assignment.'),
  type_mismatch: sameText(2029, 'The transaction type does not match the shortcode.'),
  credential_locked: sameText(8006, 'The security credential is locked.'),
  push_failed: sameText(9999, 'Error sending push request.'),
  operator_unknown: sameText('SFC_IC0003', 'The operator does not exist.'),
} satisfies Record<string, Result>;

export type ResultName = keyof typeof promptResults;
