/** A result of a secured operation. */
export type SecuredResult = { code: number | string; desc: string };

const result = (code: number | string, desc: string): SecuredResult => ({ code, desc });

/** Every result that a secured operation can have. */
export const securedResults = {
  done: result(0, 'The service request is processed successfully.'),
  insufficient_funds: result(1, 'The balance is insufficient for the transaction.'),
  below_minimum: result(2, 'Declined due to limit rule: less than the minimum transaction amount.'),
  above_maximum: result(3, 'Declined due to limit rule: greater than the maximum transaction amount.'),
  daily_limit: result(4, 'Declined due to limit rule: would exceed daily transfer limit.'),
  balance_limit: result(8, 'Declined due to limit rule: would exceed the maximum balance.'),
  debit_party_invalid: result(11, 'The DebitParty is in an invalid state.'),
  duplicate_originator_id: result(15, 'Duplicate originator conversation ID detected.'),
  internal_failure: result(17, 'System internal error.'),
  credential_check_failed: result(18, 'The initiator credential check failed.'),
  sequencing_failed: result(19, 'Message sequencing failed.'),
  initiator_unknown: result(20, 'The initiator cannot be resolved.'),
  initiator_not_allowed: result(21, 'The initiator is not allowed to initiate this request.'),
  initiator_inactive: result(22, 'The initiator is not active.'),
  field_missing: result(24, 'A mandatory field is missing.'),
  parameter_invalid: result(25, 'A parameter of the request is invalid.'),
  traffic_blocked: result(26, 'System busy. Traffic blocking condition in place.'),
  command_invalid: result(29, 'The command is invalid.'),
  initiator_invalid: result(2001, 'The initiator information is invalid.'),
  account_rule: result(2006, 'Declined due to account rule: the account is not active.'),
  not_permitted: result(2028, 'The request is not permitted according to product assignment.'),
  receiver_unregistered: result(2040, 'Declined: the type of the receiver is not supported.'),
  credential_locked: result(8006, 'The security credential is locked.'),
  cached_for_resend: result(100000000, 'The request was cached, waiting for resending.'),
  overloaded: result(100000001, 'The system is overloaded.'),
  throttled: result(100000002, 'Throttling error.'),
  core_error: result(100000004, 'Internal server error.'),
  value_invalid: result(100000005, 'An input value is invalid.'),
  state_abnormal: result(100000007, 'The state of the service is abnormal.'),
  interface_abnormal: result(100000009, 'The state of the interface is abnormal.'),
  no_permission: result(100000010, 'Insufficient permission.'),
  rate_exceeded: result(100000011, 'The request rate was exceeded.'),
  maintenance: result('00.002.1001', 'The service is under maintenance.'),
  phone_invalid: result('SFC_IC0003', 'The phone number is invalid.'),
  already_reversed: result('R000001', 'The transaction was already reversed.'),
  original_invalid: result('R000002', 'The OriginalTransactionID is invalid.'),
  reject_msisdn: result('C2B00011', 'Rejected: invalid MSISDN.'),
  reject_account: result('C2B00012', 'Rejected: invalid account number.'),
  reject_amount: result('C2B00013', 'Rejected: invalid amount.'),
  reject_kyc: result('C2B00014', 'Rejected: invalid KYC details.'),
  reject_shortcode: result('C2B00015', 'Rejected: invalid shortcode.'),
  reject_other: result('C2B00016', 'Rejected: other error.'),
} satisfies Record<string, SecuredResult>;

export type SecuredResultName = keyof typeof securedResults;
