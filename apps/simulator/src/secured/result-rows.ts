import type { SecuredResultName } from './result-codes.ts';
import { allOperations, moneyOperations, row } from './row.ts';
import type { Operation, SecuredScenario } from './scenario.ts';

const reportingOperations: readonly Operation[] = ['reversal', 'status', 'balance'];

const outcome = (
  number: number,
  slug: string,
  result: SecuredResultName,
  title: string,
  operations: readonly Operation[] = allOperations,
): SecuredScenario => row({ slug, number, title, result, operations, group: 'result' });

const status = (number: number, transactionStatus: string): SecuredScenario =>
  row({
    slug: `status-${transactionStatus.toLowerCase()}`,
    number,
    group: 'answer',
    title: `TransactionStatus ${transactionStatus}`,
    operations: ['status'],
    transactionStatus,
  });

/** One row for each of the provider's result codes, with the operations that can have it. */
export const resultRows: readonly SecuredScenario[] = [
  outcome(70000, 'done', 'done', '0: done'),
  outcome(70001, 'insufficient-funds', 'insufficient_funds', '1: balance too low', moneyOperations),
  outcome(70002, 'below-minimum', 'below_minimum', '2: below the minimum amount', ['payout']),
  outcome(70003, 'above-maximum', 'above_maximum', '3: above the maximum amount', ['payout']),
  outcome(70004, 'daily-limit', 'daily_limit', '4: daily limit of the recipient reached', ['payout']),
  outcome(70008, 'balance-limit', 'balance_limit', '8: balance limit of the recipient reached', ['payout']),
  outcome(70011, 'debit-party-invalid', 'debit_party_invalid', '11: debit party in an invalid state', moneyOperations),
  outcome(70015, 'duplicate-result-15', 'duplicate_originator_id', '15: duplicate originator conversation id'),
  outcome(70017, 'internal-failure', 'internal_failure', '17: internal failure of the core'),
  outcome(70018, 'credential-check-failed', 'credential_check_failed', '18: initiator credential check failed'),
  outcome(70019, 'sequencing-failed', 'sequencing_failed', '19: message sequencing failed'),
  outcome(70020, 'initiator-unknown', 'initiator_unknown', '20: initiator unknown'),
  outcome(70021, 'initiator-not-allowed', 'initiator_not_allowed', '21: the initiator lacks the role'),
  outcome(70022, 'initiator-inactive', 'initiator_inactive', '22: initiator inactive'),
  outcome(70024, 'field-missing', 'field_missing', '24: mandatory field missing'),
  outcome(70025, 'parameter-invalid', 'parameter_invalid', '25: invalid parameter'),
  outcome(70026, 'traffic-blocked', 'traffic_blocked', '26: system too busy'),
  outcome(70029, 'command-invalid', 'command_invalid', '29: invalid command'),
  outcome(71003, 'phone-invalid', 'phone_invalid', 'SFC_IC0003: invalid phone number (a string code)', ['payout']),
  outcome(72001, 'initiator-invalid', 'initiator_invalid', '2001: initiator credentials invalid'),
  outcome(72006, 'account-rule', 'account_rule', '2006: account not active', moneyOperations),
  outcome(72028, 'not-permitted', 'not_permitted', '2028: not permitted by product assignment'),
  outcome(72040, 'receiver-unregistered', 'receiver_unregistered', '2040: recipient not registered', ['payout']),
  outcome(74011, 'reject-msisdn', 'reject_msisdn', 'C2B00011: rejected, invalid MSISDN', ['payout']),
  outcome(74012, 'reject-account', 'reject_account', 'C2B00012: rejected, invalid account number', ['payout']),
  outcome(74013, 'reject-amount', 'reject_amount', 'C2B00013: rejected, invalid amount', ['payout']),
  outcome(74014, 'reject-kyc', 'reject_kyc', 'C2B00014: rejected, invalid KYC details', ['payout']),
  outcome(74015, 'reject-shortcode', 'reject_shortcode', 'C2B00015: rejected, invalid shortcode', ['payout']),
  outcome(74016, 'reject-other', 'reject_other', 'C2B00016: rejected, other error', ['payout']),
  outcome(75002, 'maintenance', 'maintenance', '00.002.1001: maintenance (a string code)'),
  outcome(76000, 'cached-for-resend', 'cached_for_resend', '100000000: cached for resending'),
  outcome(76001, 'overloaded', 'overloaded', '100000001: system overload'),
  outcome(76002, 'throttled', 'throttled', '100000002: throttled'),
  outcome(76004, 'core-error', 'core_error', '100000004: internal server error of the core'),
  outcome(76005, 'value-invalid', 'value_invalid', '100000005: invalid value'),
  outcome(76007, 'state-abnormal', 'state_abnormal', '100000007: abnormal state of the service'),
  outcome(76009, 'interface-abnormal', 'interface_abnormal', '100000009: abnormal state of the interface'),
  outcome(76010, 'no-permission', 'no_permission', '100000010: no permission'),
  outcome(76011, 'rate-exceeded', 'rate_exceeded', '100000011: rate exceeded'),
  outcome(77001, 'already-reversed', 'already_reversed', 'R000001: already reversed (a string code)', ['reversal']),
  outcome(77002, 'original-invalid', 'original_invalid', 'R000002: original transaction invalid (a string code)', [
    'reversal',
    'status',
  ]),
  outcome(78006, 'credential-locked', 'credential_locked', '8006: security credential locked'),
];

/** Rows for the answers of a status inquiry and for the forms of a result. */
export const answerRows: readonly SecuredScenario[] = [
  status(73001, 'Completed'),
  status(73002, 'Pending'),
  status(73003, 'Cancelled'),
  status(73004, 'Declined'),
  status(73005, 'Expired'),
  status(73006, 'Authorized'),
  status(73007, 'Initiated'),
  row({
    number: 73011,
    slug: 'form-plain',
    group: 'answer',
    title: 'The result in its plain form',
    operations: reportingOperations,
    form: 'plain',
  }),
  row({
    number: 73012,
    slug: 'form-duplicates',
    group: 'answer',
    title: 'The result with a repeated key or a list of reference items',
    operations: reportingOperations,
    form: 'duplicates',
  }),
  row({
    number: 73013,
    slug: 'form-sparse',
    group: 'answer',
    title: 'The result with values missing, codes as strings, or a lone object for the list',
    operations: reportingOperations,
    form: 'sparse',
  }),
];
