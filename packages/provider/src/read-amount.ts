import type { AsyncResult } from '@tillgate/domain';
import { amountText } from './amount-text.ts';
import { parameterOf } from './result-parameters.ts';

/**
 * Returns the amount that a result says was moved, as exact decimal text, or null. A payout and a reversal name it
 * differently. A text that is no amount is returned as it is, so that it differs from every amount. Pure.
 */
export function readAmount(result: AsyncResult): string | null {
  const told = parameterOf(result, 'TransactionAmount') ?? parameterOf(result, 'Amount');
  return told === null ? null : (amountText(told) ?? String(told));
}
