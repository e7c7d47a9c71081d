import { BlockList, isIP } from 'node:net';
import type { Visitor } from '@tillgate/domain/users';

/**
 * Who sends a request, as far as it can be known. X-Forwarded-For grows to the right: the last address that is no trusted proxy
 * is the sender's. Without any proxy Next writes the address of the connection there; what a sender wrote itself stands before it
 * only behind a proxy, so a dashboard on the open network belongs behind one (TRUSTED_PROXIES).
 */
export function readVisitor(
  headers: { get(name: string): string | null | undefined },
  trustedProxies: string[],
): Visitor {
  return {
    remoteIp: senderOf(headers.get('x-forwarded-for') ?? '', trustedProxies),
    userAgent: headers.get('user-agent') ?? undefined,
  };
}

function senderOf(forwardedFor: string, trustedProxies: string[]): string | undefined {
  const trusted = blockListOf(trustedProxies);
  const addresses = forwardedFor.split(',').map((address) => address.trim().replace(/^::ffff:(?=\d)/i, ''));
  return addresses.reverse().find((address) => isIP(address) !== 0 && !trusted.check(address, familyOf(address)));
}

/** Addresses and networks (`10.0.0.0/8`); names are left out. */
function blockListOf(proxies: string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    if (isIP(address) === 0) continue;
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
