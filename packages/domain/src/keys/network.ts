import { addressKey } from '../kernel/ip-list.ts';

/** How long a network counts as known after a key's last use from it. */
export const knownDays = 30;

/**
 * The network that an address belongs to: the /24 of IPv4 and the /48 of IPv6, because programs change addresses within
 * these.
 */
export function networkOf(address: string): string {
  const key = addressKey(address);
  if (!key.includes(':')) return `${key.split('.').slice(0, 3).join('.')}.0/24`;
  return `${key.split(':').slice(0, 3).join(':')}::/48`;
}
