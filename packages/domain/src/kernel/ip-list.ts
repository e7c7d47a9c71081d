import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';

const message = 'must be an IPv4 or IPv6 address, or a range such as 10.0.0.0/8';
const rangesMax = 50;
/** An IPv4 address in the form of IPv6, as a server that listens on both families reads it. */
const mapped = /^::ffff:(?=\d+\.)/i;

const rangeSchema = z
  .string({ error: message })
  .trim()
  .toLowerCase()
  .refine((text) => !mapped.test(text), { error: 'must be written as IPv4' })
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: message }));

/** A list of addresses and CIDR ranges, each once. */
export const ipListSchema = z
  .array(rangeSchema, { error: 'must be a list of addresses' })
  .max(rangesMax, { error: `must have at most ${rangesMax} addresses` })
  .transform((ranges) => [...new Set(ranges)]);

/** An address without what a socket adds to it: the IPv6 form of IPv4, and the zone. */
export function plainAddress(address: string): string {
  return address.replace(mapped, '').split('%')[0] ?? '';
}

const ipv6NetworkGroups = 4;
/** IPv6 with an embedded IPv4 address. */
const addressLengthMax = 45;

/** The counter key of an IP address: of IPv6 the /64, because one customer has all of it. */
export function addressKey(remoteIp: string): string {
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(remoteIp)?.[1];
  if (embedded !== undefined || !isIPv6(remoteIp)) return embedded ?? remoteIp.slice(0, addressLengthMax);
  const [head = '', tail] = (remoteIp.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'), ...after);
  }
  return groups
    .slice(0, ipv6NetworkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Returns whether an address is on the list. An empty list has every address. */
export function createIpList(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => true;
  const list = new BlockList();
  for (const range of ranges) {
    const [base = '', bits] = range.split('/');
    const family = familyOf(base);
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
