import { reasonOf } from '../../disbursements/index.ts';
import { reasonOfCode } from '../../payments/index.ts';

/** The catalogue's title of each result code, by code. */
export function reasonTitles(kind: 'payment' | 'payout', codes: Iterable<string>): Record<string, string> {
  const titleOf = kind === 'payment' ? (code: string) => reasonOfCode(code).title : payoutTitle;
  return Object.fromEntries([...codes].map((code) => [code, titleOf(code)]));
}

/** Results and refusals have different forms of codes: a code that is no known result is a refusal. */
function payoutTitle(resultCode: string): string {
  const of = (settledBy: 'result' | 'push') =>
    reasonOf({ kind: 'payout', resultCode, resultDesc: null, settledBy }) ?? { title: resultCode, category: 'unknown' };
  const outcome = of('result');
  return outcome.category === 'unknown' ? of('push').title : outcome.title;
}
