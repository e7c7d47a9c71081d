import type { AsyncResult } from '@tillgate/domain';

/** Codes that settle nothing: a repeated id, which the other request decides, and a transaction that the provider continues. */
const openCodes = new Set(['15', '100000000']);
const alreadyReversedCode = 'R000001';

/** What the code of a result says of its operation. "00" means success on other products, and is refused before. */
export function judgeResult(resultCode: string): Pick<AsyncResult, 'outcome' | 'isAlreadyReversed'> {
  const isAlreadyReversed = resultCode === alreadyReversedCode;
  if (openCodes.has(resultCode)) return { outcome: 'open', isAlreadyReversed };
  return { outcome: resultCode === '0' ? 'success' : 'failed', isAlreadyReversed };
}
