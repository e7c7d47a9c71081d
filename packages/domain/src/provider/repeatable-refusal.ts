import { decode, type ProviderApi } from '../catalogue/index.ts';
import { DomainError } from '../kernel/errors.ts';
import type { ProviderAnswer } from '../ports/provider.ts';
import { upstreamSaid } from './upstream.ts';

type NotAccepted = Exclude<ProviderAnswer<object>, { kind: 'accepted' }>;

/** The error for a failed provider request that moves no money, so that the caller may repeat it. */
export function repeatableRefusal(api: ProviderApi, answer: NotAccepted): DomainError {
  if (answer.kind === 'unknown') {
    const detail = `The provider gave no clear answer. No money moves with this request: it is safe to repeat.${upstreamSaid(answer.upstream)}`;
    return new DomainError('provider_unavailable', detail, answer.upstream && { upstream: answer.upstream });
  }
  const { by, code, description } = answer;
  const upstream = { code, description };
  if (by === 'unreachable') {
    const detail = `The provider could not be reached, so nothing was sent: ${description} It is safe to repeat.`;
    return new DomainError('provider_unavailable', detail, { upstream });
  }
  return new DomainError('provider_rejected', `The provider refused the request: ${description}`, {
    upstream,
    decoded: decode({ family: 'api', api, phase: 'sync', code, message: description }),
  });
}
