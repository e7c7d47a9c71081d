import type { AsyncResult } from '@tillgate/domain';
import { realReceipt } from './receipt.ts';
import { parameterOf } from './result-parameters.ts';

/**
 * The receipt of the operation that a result is about: a payout has it as a parameter, a transaction status under
 * another name, a reversal as the result's own transaction. Never that of the payment reversed. Pure.
 */
export function readReceipt(result: AsyncResult): string | null {
  return (
    realReceipt(parameterOf(result, 'TransactionReceipt')) ??
    realReceipt(parameterOf(result, 'ReceiptNo')) ??
    realReceipt(result.transactionId)
  );
}
