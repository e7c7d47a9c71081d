import { DomainError, type RateVerdict } from '@tillgate/domain';
import type { FastifyReply } from 'fastify';

/**
 * Sets the headers of a limit, and refuses requests beyond it.
 * @param name of the limit in the headers
 * @param what the limit counts, for example `This API key may make 50 collections`
 * @throws DomainError rate_limited
 */
export function refuseBeyond(reply: FastifyReply, name: string, verdict: RateVerdict, what: string): void {
  void reply.header('ratelimit-policy', `"${name}";q=${verdict.limit};w=${verdict.windowSeconds}`);
  void reply.header('ratelimit', `"${name}";r=${verdict.remaining};t=${verdict.resetSeconds}`);
  if (verdict.allowed) return;
  throw new DomainError(
    'rate_limited',
    `${what} in ${verdict.windowSeconds} s. Try again in ${verdict.resetSeconds} s.`,
    { retryAfterSeconds: verdict.resetSeconds, retryKey: 'same' },
  );
}
