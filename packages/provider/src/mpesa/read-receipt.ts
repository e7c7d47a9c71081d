import type { AsyncResult } from '@tillgate/domain';
import { realReceipt } from './receipt.ts';
import { parameterOf } from './result-parameters.ts';

/**
 * Returns the receipt of the operation that a result reports. A payout has it as a parameter, a transaction status
 * under another name, a reversal as the result's own transaction. Never returns the receipt of the reversed payment.
 * The transaction that a failure names is an attempt, and proves no money. Pure.
 */
export function readReceipt(result: AsyncResult): string | null {
  return (
    realReceipt(parameterOf(result, 'TransactionReceipt')) ??
    realReceipt(parameterOf(result, 'ReceiptNo')) ??
    (result.resultCode === '0' ? realReceipt(result.transactionId) : null)
  );
}
