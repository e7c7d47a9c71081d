import type { OrderKind } from '@tillgate/db';
import { accountBalance } from './account-balance.ts';
import { c2bRegistration } from './c2b-registration.ts';
import { collect } from './collect.ts';
import { credentialCheck } from './credential-check.ts';
import { guardChange } from './guard-change.ts';
import { keyGrant } from './key-grant.ts';
import type { Kind } from './kind.ts';
import { notMoney } from './not-money.ts';
import { paymentQuery } from './payment-query.ts';
import { payout } from './payout.ts';
import { payoutBatch } from './payout-batch.ts';
import { policyChange } from './policy-change.ts';
import { qrCode } from './qr-code.ts';
import { resolution } from './resolution.ts';
import { reversal } from './reversal.ts';
import { statementPayment } from './statement-payment.ts';
import { transactionStatus } from './transaction-status.ts';

/** Everything that an order can ask for. */
export const orderKinds: Record<OrderKind, Kind> = {
  collect,
  payout,
  reversal,
  payment_query: paymentQuery,
  transaction_status: transactionStatus,
  account_balance: accountBalance,
  c2b_registration: c2bRegistration,
  qr_code: qrCode,
  credential_check: credentialCheck,
  policy_change: policyChange,
  resolution,
  statement_payment: statementPayment,
  key_grant: keyGrant,
  not_money: notMoney,
  guard_change: guardChange,
  payout_batch: payoutBatch,
};
