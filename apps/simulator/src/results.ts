/** What the handset or the network makes of one prompt; texts differ between callback and query as they do upstream. */
export type Result = { code: number | string; callbackDesc: string; queryDesc: string };

const same = (code: number | string, text: string): Result => ({ code, callbackDesc: text, queryDesc: text });

/** Every outcome the simulator can settle a prompt with. */
export const promptResults = {
  paid: same(0, 'The service request is processed successfully.'),
  insufficient_funds: same(1, 'The balance is insufficient for the transaction.'),
  below_minimum: same(2, 'Declined due to limit rule: less than the minimum transaction amount.'),
  above_maximum: same(3, 'Declined due to limit rule: greater than the maximum transaction amount.'),
  daily_limit: same(4, 'Declined due to limit rule: would exceed daily transfer limit.'),
  balance_limit: same(8, 'Declined due to limit rule: would exceed the maximum balance.'),
  same_amount: same(17, 'Rule limited: a similar transaction to the same customer within two minutes.'),
  traffic_blocked: same(26, 'System busy. Traffic blocking condition in place.'),
  subscriber_locked: same(
    1001,
    'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  ),
  expired: same(1019, 'Transaction has expired'),
  prompt_not_sent: same(1025, 'An error occurred while sending a push request'),
  cancelled: { code: 1032, callbackDesc: 'Request cancelled by user', queryDesc: 'Request canceled by user' },
  no_answer: { code: 1037, callbackDesc: 'No response from user.', queryDesc: 'DS timeout user cannot be reached' },
  unreachable: same(1037, 'DS timeout user cannot be reached'),
  wrong_pin: same(2001, 'The initiator information is invalid.'),
  not_permitted: same(2028, 'The request is not permitted according to product assignment.'),
  type_mismatch: same(2029, 'The transaction type does not match the shortcode.'),
  credential_locked: same(8006, 'The security credential is locked.'),
  push_failed: same(9999, 'Error sending push request.'),
  operator_unknown: same('SFC_IC0003', 'The operator does not exist.'),
} satisfies Record<string, Result>;

export type ResultName = keyof typeof promptResults;
