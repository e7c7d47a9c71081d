import { reasonOf } from '../../disbursements/index.ts';
import { reasonOfCode } from '../../payments/index.ts';

/** What each result code means, in the catalogue's words, by code. */
export function reasonTitles(kind: 'payment' | 'payout', codes: Iterable<string>): Record<string, string> {
  const titleOf = kind === 'payment' ? (code: string) => reasonOfCode(code).title : payoutTitle;
  return Object.fromEntries([...codes].map((code) => [code, titleOf(code)]));
}

/** A result and a refusal have codes of different forms: what is no known result is a refusal. */
function payoutTitle(resultCode: string): string {
  const of = (settledBy: 'result' | 'push') =>
    reasonOf({ kind: 'payout', resultCode, resultDesc: null, settledBy }) ?? { title: resultCode, category: 'unknown' };
  const outcome = of('result');
  return outcome.category === 'unknown' ? of('push').title : outcome.title;
}
