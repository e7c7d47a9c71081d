import { BlockList, isIP } from 'node:net';
import type { Visitor } from '@tillgate/domain/users';
import { peerHeader } from './peer.ts';

type Headers = { get(name: string): string | null | undefined };

/**
 * Who sends a request, as far as it can be known: the address of the connection, unless that is a trusted proxy's. Then it is who the
 * proxy says that it forwards. X-Forwarded-For grows to the right, so the last address that is no trusted proxy is the sender's, and
 * what stands before it was written by the sender.
 */
export function readVisitor(headers: Headers, trustedProxies: string[]): Visitor {
  return { remoteIp: senderOf(headers, trustedProxies), userAgent: headers.get('user-agent') ?? undefined };
}

function senderOf(headers: Headers, trustedProxies: string[]): string | undefined {
  const peer = headers.get(peerHeader());
  if (!peer) return undefined;
  const forwardedFor = headers.get('x-forwarded-for') ?? '';
  const trusted = blockListOf(trustedProxies);
  const hops = [...forwardedFor.split(','), peer].map(addressOf).reverse();
  // A hop that cannot be read hides who is behind it: nothing to its left counts.
  return hops.find((hop) => hop === undefined || !trusted.check(hop, familyOf(hop)));
}

/** Some proxies write a port, too. */
function addressOf(hop: string): string | undefined {
  const text = hop.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return isIP(bare) === 0 ? undefined : bare;
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
