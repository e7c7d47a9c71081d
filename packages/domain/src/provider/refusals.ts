import { z } from 'zod';
import { DomainError, type ErrorExtras } from '../kernel/errors.ts';
import type { Named } from '../kernel/refusals.ts';
import type { TooLateCode } from '../ports/ports.ts';
import type { ProviderAnswer } from '../ports/provider.ts';
import { explainCode, type Operation } from '../rails/index.ts';
import { providerRefusals } from './sentences.ts';
import { upstreamText } from './upstream.ts';

/** What the provider's adapter says of a request that it did not send because it was too late. */
export const tooLateCode: TooLateCode = 'too_late';

/** A request that the provider refused, or that certainly did not reach it, as the outcome of a claim stores it. */
export const refusedSchema = z.object({
  kind: z.literal('refused'),
  by: z.enum(['provider', 'unreachable']),
  code: z.string(),
  description: z.string(),
  retryAfterSeconds: z.number().exactOptional(),
});
type Refused = Omit<z.output<typeof refusedSchema>, 'kind'>;

/**
 * The error for a refused request.
 * @param notSent the sentence for one that did not reach the provider
 */
export function providerRefusal(
  of: Operation,
  { by, code, description, retryAfterSeconds }: Refused,
  notSent: Named,
  extras: ErrorExtras = {},
): DomainError {
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const details = { ...extras, ...wait, upstream: { code, description } };
  if (by === 'unreachable') return new DomainError('provider_unavailable', notSent, details);
  return new DomainError('provider_rejected', providerRefusals.providerRefused({ text: description }), {
    ...details,
    decoded: explainCode({ code, message: description }, { of, as: 'answer' }),
  });
}

/** The error for a refused request to move money, the same the first time and on a replay. A retry needs a new key. */
export function moneyRefusal(
  of: Operation,
  refused: Refused,
  subject: { paymentId: string } | { disbursementId: string },
  replayed: boolean,
): DomainError {
  const { by, code, description } = refused;
  const why = code === tooLateCode ? providerRefusals.moneyTooLate : providerRefusals.moneyNotSent;
  return providerRefusal(of, refused, why({ text: description }), {
    ...subject,
    ...(replayed && { replayed }),
    ...(by === 'unreachable' && { retryKey: 'new' }),
  });
}

/** The error for a failed provider request that moves no money, so that the caller may repeat it. */
export function repeatableRefusal(
  of: Operation,
  answer: Exclude<ProviderAnswer<object>, { kind: 'accepted' }>,
): DomainError {
  if (answer.kind === 'unknown') {
    const detail = providerRefusals.providerUnclear({ upstream: upstreamText(answer.upstream) });
    return new DomainError('provider_unavailable', detail, answer.upstream && { upstream: answer.upstream });
  }
  return providerRefusal(of, answer, providerRefusals.providerUnreachable({ text: answer.description }));
}
