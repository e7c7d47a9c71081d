import { isIPv6, type LookupFunction } from 'node:net';
import { refusedAddress } from '@tillgate/domain/endpoints';
import type { Resolve } from '@tillgate/process/lookup';

/** The connect timeout is too short to try more addresses. */
const addressesMax = 4;

/** The courier refused to connect to this address. */
export class RefusedTarget extends Error {
  override name = 'RefusedTarget';
}

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
