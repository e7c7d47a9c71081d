import type { AsyncResult, TransactionStatus } from '@tillgate/domain';
import { amountText } from './amount-text.ts';
import { isoTime } from './provider-time.ts';
import { realReceipt } from './receipt.ts';
import { parameterOf, parameterText } from './result-parameters.ts';

/** Reads the parameters of a transaction status result. Pure. Result code 0 only means that the inquiry succeeded. */
export function readTransactionStatus(result: AsyncResult): TransactionStatus {
  return {
    transactionStatus: parameterText(result, 'TransactionStatus'),
    amount: amountText(parameterOf(result, 'Amount')),
    receipt: realReceipt(parameterOf(result, 'ReceiptNo')),
    initiatedAt: isoTime(parameterOf(result, 'InitiatedTime')),
    completedAt: isoTime(parameterOf(result, 'FinalisedTime')),
    debitParty: parameterText(result, 'DebitPartyName'),
    creditParty: parameterText(result, 'CreditPartyName'),
    reason: parameterText(result, 'TransactionReason'),
  };
}
