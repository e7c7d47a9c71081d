import { addressKey } from '../kernel/ip-list.ts';
import type { Clock, RateVerdict } from '../ports/ports.ts';
import { createLocalLimiter, type RateRule } from '../rate-limits/index.ts';

const networksMax = 10_000;

/** Counts a refused key against the network that it came from. */
export type CountBadKey = (remoteIp: string) => RateVerdict;

/**
 * Creates the count of refused keys per network: an IPv4 address or an IPv6 /64. It counts only refused keys, so valid
 * keys from the same network are never limited. Counts in this process, for at most 10,000 networks.
 */
export function createBadKeyCount(clock: Clock, rule: RateRule): CountBadKey {
  const limiter = createLocalLimiter(clock, rule, networksMax);
  return (remoteIp) => limiter.consume(addressKey(remoteIp));
}
