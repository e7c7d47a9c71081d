import { shared } from './airtel-shared.ts';
import type { Explanation } from './entry.ts';

const duplicate = /duplicate/i;
const validation = /missing|mandatory|invalid|must be|should be|length/i;

/** Codes of Airtel Money with a second meaning, and the message that says it. */
const secondMeanings: ReadonlyMap<string, { says: RegExp; meaning: Explanation }> = new Map([
  ['DP00800001005', { says: /msisdn not found/i, meaning: shared.noWallet }],
  ['DP00900001011', { says: duplicate, meaning: shared.idUsed }],
  ['DP00900001013', { says: validation, meaning: shared.fieldRefused }],
  ['ESB000008', { says: validation, meaning: shared.fieldRefused }],
]);

/** What a code of Airtel Money means because its message says so. */
export function secondMeaning(code: string, message: string): Explanation | undefined {
  const second = secondMeanings.get(code);
  return second?.says.test(message) ? second.meaning : undefined;
}
