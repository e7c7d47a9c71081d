import type { ProviderAnswer } from '@tillgate/domain';
import { rejected, unreachable } from '../kit/answers.ts';
import { excerptOf } from '../kit/excerpt.ts';
import type { Answered, HttpAnswer } from '../kit/http.ts';
import { joinPresent } from '../kit/json.ts';
import { safeText } from '../kit/safe-text.ts';
import { type Judged, judge, type Product } from './judge.ts';
import { type Said, saidIn } from './said.ts';

/** What differs between the calls. */
type CallRules<Accepted> = {
  product: Product;
  /** Our id. An answer with another one is about another call. Null when the network takes none. */
  id: string | null;
  /** What proves an acceptance or a refusal beyond what is the same for all. Undefined proves neither. */
  decide: (judged: Judged, said: Said) => ProviderAnswer<Accepted> | undefined;
};

/**
 * Classifies the answer to a call that may move money. Pure. `accepted` and `rejected` need proof. Everything else is
 * `unknown`, because the network may have acted. So is a used id: the first request under it decides.
 */
export function classifyCall<Accepted>(
  answer: HttpAnswer,
  { product, id, decide }: CallRules<Accepted>,
): ProviderAnswer<Accepted> {
  if (answer.kind === 'never_sent') {
    return unreachable('unreachable', `The provider could not be reached (${answer.cause}).`);
  }
  if (answer.kind === 'no_answer') return { kind: 'unknown', cause: answer.cause };
  const said = saidIn(answer);
  const judged = judge(said, product);
  if (id !== null && said.id !== undefined && said.id !== id) return unknown(answer, judged, said);
  if (judged.kind === 'refused') return refusal(judged.code, judged.text, answer);
  return decide(judged, said) ?? unknown(answer, judged, said);
}

/** How long to wait is for refusals because of too many calls: any other is the same later. */
function refusal(code: string, text: string, answer: Answered): ProviderAnswer<never> {
  const { statusCode, retryAfterSeconds } = answer;
  const refused = rejected(code, text || excerptOf(answer));
  if (statusCode !== 429 || retryAfterSeconds === undefined || refused.kind !== 'rejected') return refused;
  return { ...refused, retryAfterSeconds };
}

function unknown(answer: Answered, judged: Judged, said: Said): ProviderAnswer<never> {
  const code = said.codes[0];
  const verdict =
    judged.kind === 'used_id' ? 'says that this id was used before' : 'proves neither acceptance nor refusal';
  const shape = answer.json === undefined ? 'no readable body' : undefined;
  const reason = said.text || excerptOf(answer);
  const words = joinPresent([`HTTP ${answer.statusCode}`, code ?? shape, said.letters, reason]);
  const hasReason = code !== undefined || reason !== '';
  return {
    kind: 'unknown',
    cause: safeText(`The answer ${verdict}: ${words}`),
    ...(hasReason && { upstream: { code: code ?? `http_${answer.statusCode}`, description: reason } }),
  };
}
