import { Resolver } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { refusedAddress } from '@tillgate/domain/endpoints';

const resolveTimeoutMs = 1_500;
const resolveTriesMax = 2;
/** The connect timeout is too short to try more addresses. */
const addressesMax = 4;

/** Returns all addresses of a name. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** The courier refused to connect to this address. */
export class RefusedTarget extends Error {
  override name = 'RefusedTarget';
}

/**
 * Asks the DNS directly. The operating system's lookup occupies a thread of a small pool until it ends, so a few names
 * whose servers never respond would delay everybody's deliveries.
 */
export const resolvePublic: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries: resolveTriesMax });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
};

/** A lookup that returns checked addresses only. The socket connects to these and does not resolve again. */
export function guardedLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    checkedAddresses(resolve, hostname).then(
      ([first, ...others]) => {
        if (options.all) return callback(null, [first, ...others].map(withFamily));
        return callback(null, first, withFamily(first).family);
      },
      (error: Error) => callback(error, options.all ? [] : ''),
    );
  };
}

/** Returns the public addresses of a name. Rejects when it has none. */
async function checkedAddresses(resolve: Resolve, hostname: string): Promise<[string, ...string[]]> {
  const addresses = await resolve(hostname);
  const [first, ...others] = addresses.filter((address) => refusedAddress(address) === undefined);
  if (first !== undefined) return [first, ...others.slice(0, addressesMax - 1)];
  const [what] = addresses.map(refusedAddress);
  throw new RefusedTarget(what ? `The name resolves to ${what}.` : 'The name has no address.');
}

function withFamily(address: string): { address: string; family: number } {
  return { address, family: isIPv6(address) ? 6 : 4 };
}
