import type { AccountBalance, AsyncResult } from '@tillgate/domain';
import { signedAmountText } from '../kit/amount-text.ts';
import { cut, plain } from '../kit/json.ts';
import { parameterOf } from './result-parameters.ts';

const accountsMax = 50;
const nameLengthMax = 100;

/**
 * Reads the accounts of an account balance result: rows `Name|KES|n|n|n|n`, joined by `&`. Omits rows without a
 * name. A sum that cannot be read is null: the account is there all the same. Pure.
 *
 * Only the first number is certainly the balance. Sources disagree about the other three, which are nearly always a
 * repetition of the first, 0.00 and 0.00. They are returned as current, reserved and uncleared, in that order.
 */
export function readAccountBalances(result: AsyncResult): AccountBalance[] {
  const text = parameterOf(result, 'AccountBalance');
  if (typeof text !== 'string') return [];
  return text
    .split('&', accountsMax)
    .map(accountOf)
    .filter((account) => account !== undefined);
}

function accountOf(row: string): AccountBalance | undefined {
  const [name = '', currency = '', ...columns] = row.split('|').map((column) => cut(plain(column), nameLengthMax));
  const [available, current, reserved, uncleared] = columns.map((sum) => signedAmountText(withoutThousands(sum)));
  if (name === '' || !row.includes('|')) return undefined;
  return {
    name,
    currency,
    available: available ?? null,
    current: current ?? null,
    reserved: reserved ?? null,
    uncleared: uncleared ?? null,
  };
}

/** `1,046,713.00` has groups of three digits; `1,5` may be a decimal comma and stays. */
function withoutThousands(sum: string): string {
  return /^\s*-?\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,15})?\s*$/.test(sum) ? sum.replaceAll(',', '') : sum;
}
