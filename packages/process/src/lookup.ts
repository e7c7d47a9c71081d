import { lookup as askSystem } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIPv6, type LookupFunction } from 'node:net';

const resolveTimeoutMs = 1_500;
const resolveTriesMax = 2;
const hostsFile = '/etc/hosts';
/** The DNS does not know the name, or there is no name server: only the system may know more. */
const leftToSystem = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

/** Returns all addresses of a name. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Asks the DNS directly. The operating system's lookup occupies a thread of a small pool until it ends, so a few names
 * whose servers never respond would delay every other connection of the process, the database's among them.
 */
export const askDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries: resolveTriesMax });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return addresses;
};

/**
 * A lookup for hosts that the operator names. They may be in /etc/hosts, be container names or have a search domain, all
 * of which the operating system knows. Other names are asked of the DNS.
 */
export function patientLookup(resolve: Resolve = askDns): LookupFunction {
  return (hostname, options, callback) => {
    addressesBeyondSystem(hostname, resolve).then(
      (addresses) => {
        const wanted = addresses?.map(withFamily).filter(({ family }) => !options.family || family === options.family);
        const [first] = wanted ?? [];
        if (!first) askSystem(hostname, options, callback);
        else if (options.all) callback(null, wanted ?? []);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, options.all ? [] : ''),
    );
  };
}

/** Addresses from the DNS; undefined when the operating system has to be asked. */
async function addressesBeyondSystem(hostname: string, resolve: Resolve): Promise<string[] | undefined> {
  if (!hostname.includes('.') || (await isInHostsFile(hostname))) return undefined;
  try {
    return await resolve(hostname);
  } catch (error) {
    if (error instanceof Error && 'code' in error && leftToSystem.has(String(error.code))) return undefined;
    throw error;
  }
}

async function isInHostsFile(hostname: string): Promise<boolean> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const name = hostname.toLowerCase();
  return text.split('\n').some((line) => {
    const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return names.includes(name);
  });
}

function withFamily(address: string): { address: string; family: number } {
  return { address, family: isIPv6(address) ? 6 : 4 };
}
