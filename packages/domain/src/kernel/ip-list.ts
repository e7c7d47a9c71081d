import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { createAddressList } from './address-list.ts';
import { issues } from './refusals.ts';
import { readAddress } from './sender.ts';

const rangesMax = 50;
/** An IPv4 address in the form of IPv6, as a server that listens on both families reads it. */
const mapped = /^::ffff:(?=\d+\.)/i;

const rangeSchema = z
  .string({ error: issues.addressRange })
  .trim()
  .toLowerCase()
  .refine((text) => !mapped.test(text), { error: issues.addressAsIpv4 })
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: issues.addressRange }));

/** A list of addresses and CIDR ranges, each once. */
export const ipListSchema = z
  .array(rangeSchema, { error: issues.listOf({ what: 'addresses' }) })
  .max(rangesMax, { error: issues.tooManyEntries({ max: rangesMax, what: 'addresses' }) })
  .transform((ranges) => [...new Set(ranges)]);

const ipv6NetworkGroups = 4;
/** Longest shown part of an invalid address. */
const addressLengthMax = 45;

/** The counter key of an IP address: for IPv6 the /64, because one customer owns all of it. */
export function addressKey(remoteIp: string): string {
  const address = readAddress(remoteIp) ?? remoteIp.slice(0, addressLengthMax);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
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

/** Returns a function that checks whether an address is on the list. An empty list matches every address. */
export function createIpList(ranges: readonly string[]): (address: string) => boolean {
  return ranges.length === 0 ? () => true : createAddressList(ranges);
}
