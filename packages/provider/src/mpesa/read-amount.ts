import type { AsyncResult } from '@tillgate/domain';
import { amountText } from '../kit/amount-text.ts';
import { parameterOf } from './result-parameters.ts';

/**
 * Returns the amount that a result says was moved, as exact decimal text, or null. A payout and a reversal name it
 * differently. A text that is no amount is returned as it is, so that it differs from every amount. Pure.
 */
export function readAmount(result: AsyncResult): string | null {
  const reported = parameterOf(result, 'TransactionAmount') ?? parameterOf(result, 'Amount');
  return reported === null ? null : (amountText(reported) ?? String(reported));
}
