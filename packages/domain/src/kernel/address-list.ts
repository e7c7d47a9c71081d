import { BlockList, isIP, isIPv6 } from 'node:net';
import { readAddress } from './sender.ts';

/** Whether a text is an IP address, or a network such as `196.201.214.0/24`. */
export function isAddressOrNetwork(text: string): boolean {
  const [base = '', bits, ...rest] = text.split('/');
  const family = isIP(base);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32);
}

/** Named networks for lists of proxies. */
const namedNetworks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Reads the list of trusted proxies: addresses, networks and the names loopback, linklocal and uniquelocal, with commas
 * between them.
 * @returns addresses and networks
 * @throws Error naming the first invalid item
 */
export function readProxies(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  return items.flatMap((item) => {
    if (item === '') return [];
    const named = namedNetworks[item.toLowerCase()];
    if (!named && !isAddressOrNetwork(item)) {
      throw new Error(`contains ${item}, which is not an IP address or a range such as 10.0.0.0/8`);
    }
    return named ?? [item];
  });
}

/**
 * Returns a function that checks whether an address, in any form that `readAddress` reads, is on a list of addresses and
 * networks. An empty list matches no address.
 */
export function createAddressList(items: readonly string[]): (address: string) => boolean {
  if (items.length === 0) return () => false;
  const list = new BlockList();
  for (const item of items) {
    const [base = '', bits] = item.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return (address) => {
    const plain = readAddress(address);
    return plain !== undefined && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
