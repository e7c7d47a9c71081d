import { addressKey, createAddressList, type RateLimiter, senderOf } from '@tillgate/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';

/** Too many requests from one network. */
export class TooMany extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super('Too many requests.');
    this.seconds = seconds;
  }
}

/**
 * Hooks that count requests per network: an IPv4 address, or the /64 of an IPv6 address. They throw {@link TooMany}.
 * Senders whom a trusted proxy hides share one count.
 */
export function limitVisitors({ limits, trustedProxies }: Pick<Deps, 'limits' | 'trustedProxies'>) {
  const isTrusted = createAddressList(trustedProxies);
  const networkOf = ({ raw }: FastifyRequest) => {
    const forwarded = [raw.headers['x-forwarded-for'] ?? []].flat().join(',') || undefined;
    return addressKey(senderOf(raw.socket.remoteAddress, forwarded, isTrusted) ?? 'hidden');
  };
  const counting = (limiters: readonly RateLimiter[]) => async (request: FastifyRequest, _reply: FastifyReply) => {
    const network = networkOf(request);
    for (const limiter of limiters) {
      const { allowed, resetSeconds } = await limiter.consume(network);
      if (!allowed) throw new TooMany(resetSeconds);
    }
  };
  return { reading: counting(limits.read), paying: counting(limits.pay) };
}
