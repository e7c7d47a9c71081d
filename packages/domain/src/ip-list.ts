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
  return address.replace(mapped, '').replace(/%.*$/, '');
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
