import { isIP, isIPv6 } from 'node:net';
import { readUrl } from './read-url.ts';

/**
 * Reads the address of a sender as connections and proxies write it: with a port, in brackets, in quotes, as an element
 * of the header Forwarded (`for="[2001:db8::1]:4711"`), with a zone, or IPv4 in the form of IPv6.
 * @returns the bare address in its shortest form, IPv4 as IPv4; undefined for anything else
 */
export function readAddress(text: string): string | undefined {
  const named = /(?:^|;)\s*for\s*=([^;]*)/i.exec(text)?.[1] ?? text;
  const bare = named.trim().replace(/^"(.*)"$/, '$1');
  const host = /^\[([^\]]*)\](?::\d*)?$/.exec(bare)?.[1] ?? /^((?:::ffff:)?[\d.]+):\d*$/i.exec(bare)?.[1] ?? bare;
  const [address = ''] = host.trim().split('%', 1);
  if (!isIPv6(address)) return isIP(address) === 0 ? undefined : address;
  const shortest = readUrl(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest) ?? [];
  return high === undefined || low === undefined ? shortest : [...bytesOf(high), ...bytesOf(low)].join('.');
}

function bytesOf(group: string): [number, number] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}

/**
 * The sender of a request, if known: the address of the connection, unless that is a trusted proxy's. Then it is the
 * address that the proxy names. X-Forwarded-For grows to the right, so the last address that is no trusted proxy is the
 * sender's, and what stands before it was written by the sender.
 * @param peer the address of the connection
 * @param forwardedFor the header, or undefined when there is none
 * @returns a trusted proxy's address when it names nobody else; undefined when an address that counts cannot be read
 */
export function senderOf(
  peer: string | undefined,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string | undefined {
  const forwarded = forwardedFor?.trim() ? forwardedFor.split(',').map(readAddress) : [];
  const hops = [readAddress(peer ?? ''), ...forwarded.reverse()];
  const end = hops.findIndex((hop) => hop === undefined || !isTrusted(hop));
  return hops.at(end);
}
