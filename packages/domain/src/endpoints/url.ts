import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { Environment } from '@tillgate/db';
import { readUrl } from '../kernel/read-url.ts';
import type { Named } from '../kernel/refusals.ts';
import type { JudgeWebhookUrl } from '../ports/ports.ts';
import { endpointIssues } from './refusals.ts';

export const urlLengthMax = 2000;
/** Services on lower ports (email, files, directories) could read a posted body as commands. */
const publicPortMin = 1024;
/** The DNS limit, without the final dot. */
const hostNameLengthMax = 253;

/** IPv4 ranges that are not public (IANA special-purpose registry), and one cloud's metadata address. */
const refusedIpv4: [subnet: string, prefix: number, what: string][] = [
  ['0.0.0.0', 8, 'an unspecified'],
  ['10.0.0.0', 8, 'a private'],
  ['100.64.0.0', 10, 'a carrier-grade NAT'],
  ['127.0.0.0', 8, 'a loopback'],
  ['168.63.129.16', 32, 'a cloud metadata'],
  ['169.254.0.0', 16, 'a link-local'],
  ['172.16.0.0', 12, 'a private'],
  ['192.0.0.0', 24, 'a reserved'],
  ['192.0.2.0', 24, 'a documentation'],
  ['192.88.99.0', 24, 'a 6to4 relay'],
  ['192.168.0.0', 16, 'a private'],
  ['198.18.0.0', 15, 'a benchmarking'],
  ['198.51.100.0', 24, 'a documentation'],
  ['203.0.113.0', 24, 'a documentation'],
  ['224.0.0.0', 4, 'a multicast'],
  ['240.0.0.0', 4, 'a reserved'],
];

/** Parts of 2000::/3 that are not public, or that contain an IPv4 address. Nothing outside 2000::/3 is public. */
const refusedIpv6: [subnet: string, prefix: number, what: string][] = [
  ['2001::', 23, 'a reserved'],
  ['2001:db8::', 32, 'a documentation'],
  ['2002::', 16, 'a 6to4'],
  ['3ffe::', 16, 'a reserved'],
  ['3fff::', 20, 'a documentation'],
];

const loopbackName = /(^|\.)(localhost|localdomain)$/;
/**
 * Names that are never public: RFC 6761, 6762 with its appendix G, 7686, 8375 and 9476, and names that ICANN reserves.
 * `example` is allowed, because nothing responds there and documents may use it.
 */
const neverPublicName = /(^|\.)(local|internal|intranet|private|corp|home|lan|mail|home\.arpa|test|invalid|onion|alt)$/;

const ipv4Lists = refusedIpv4.map(([subnet, prefix, what]) => ({ list: subnetList(subnet, prefix, 'ipv4'), what }));
const ipv6Lists = refusedIpv6.map(([subnet, prefix, what]) => ({ list: subnetList(subnet, prefix, 'ipv6'), what }));
const globalUnicast = subnetList('2000::', 3, 'ipv6');

function subnetList(subnet: string, prefix: number, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  list.addSubnet(subnet, prefix, family);
  return list;
}

/**
 * Why webhooks must not go to this IP address, e.g. `a loopback address`; undefined when it is
 * public.
 */
export function refusedAddress(address: string): string | undefined {
  if (isIPv4(address)) return namedAddress(ipv4Lists.find(({ list }) => list.check(address, 'ipv4')));
  // A zone (fe80::1%eth0) is only valid within a link.
  if (!isIPv6(address) || address.includes('%')) return 'not an internet address';
  // 2000::/3 excludes loopback, mapped and compatible IPv4, NAT64, unique local, link-local and
  // multicast at once.
  if (!globalUnicast.check(address, 'ipv6')) return 'a private or reserved address';
  return namedAddress(ipv6Lists.find(({ list }) => list.check(address, 'ipv6')));
}

function namedAddress(match: { what: string } | undefined): string | undefined {
  return match && `${match.what} address`;
}

type WebhookTarget = {
  url: URL;
  /**
   * IP address when the host is a literal, in canonical form without brackets; null when it is a
   * name.
   */
  address: string | null;
  /** The operator allows this host with any address. */
  allowedPrivate: boolean;
};

/**
 * Parses and checks a webhook URL without resolving its name. The registration of an endpoint and every connection to it
 * use this check.
 * @param allowedPrivateHosts `host` or `host:port` that may be private and may be plain http
 */
export function judgeTarget(
  text: string,
  allowedPrivateHosts: readonly string[],
): { ok: true; target: WebhookTarget } | { ok: false; reason: Named } {
  const refuse = (reason: Named) => ({ ok: false as const, reason });
  if (text.length > urlLengthMax) return refuse(endpointIssues.urlTooLong({ max: urlLengthMax }));
  // The parser drops tabs, newlines and invisible characters and turns backslashes. The called URL must equal the stored
  // one.
  const url = /^[^\s\p{Cc}\p{Cf}\p{Cs}\\]+$/u.test(text) ? readUrl(text) : undefined;
  if (!url) return refuse(endpointIssues.urlMissing);
  if (!/^https?:\/\/[^/]/i.test(text)) return refuse(endpointIssues.urlHttps);
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return refuse(endpointIssues.urlCredentials);
  const allowedPrivate = allowedPrivateHosts.some((entry) => isEntryFor(entry, url));
  if (url.protocol === 'http:' && !allowedPrivate) return refuse(endpointIssues.urlHttps);
  const host = bareHost(url);
  const address = isIP(host) === 0 ? null : host;
  if (address === null && !isHostName(host)) return refuse(endpointIssues.urlHost);
  if (!allowedPrivate) {
    const refused = address === null ? refusedName(host) : refusedAddress(address);
    if (refused) return refuse(endpointIssues.urlTarget({ what: refused }));
    if (url.port !== '' && Number(url.port) < publicPortMin) {
      return refuse(endpointIssues.urlPort({ min: publicPortMin }));
    }
  }
  return { ok: true, target: { url, address, allowedPrivate } };
}

/**
 * The private hosts that webhooks of an environment may reach. Production events never go to one, because the person who
 * registered the URL sees the response.
 */
export function privateHostsFor(environment: Environment, allowedPrivateHosts: readonly string[]): readonly string[] {
  return environment === 'sandbox' ? allowedPrivateHosts : [];
}

/** The URL check that the verbs of endpoints use. */
export function webhookUrlJudge(allowedPrivateHosts: readonly string[]): JudgeWebhookUrl {
  return (text, environment) => {
    const judged = judgeTarget(text, privateHostsFor(environment, allowedPrivateHosts));
    return judged.ok ? undefined : judged.reason;
  };
}

/** Why a name is refused: it can only mean this machine or a private network. */
function refusedName(host: string): string | undefined {
  const name = host.replace(/\.$/, '');
  if (loopbackName.test(name)) return 'a loopback address';
  if (neverPublicName.test(name)) return 'a name that is never public';
  return name.includes('.') ? undefined : 'a name without a domain';
}

/** The URL parser accepts names that DNS cannot have: empty labels, semicolons, quotes. */
function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.length <= hostNameLengthMax && name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function isEntryFor(entry: string, url: URL): boolean {
  const [, host = '', port] = isIPv6(entry) ? [entry, `[${entry}]`] : (/^(.+?)(?::(\d+))?$/.exec(entry.trim()) ?? []);
  // Otherwise an entry such as `http://localhost` would allow a host `http`.
  if (/[/?#@\\\s]/.test(host)) return false;
  if (readUrl(`http://${host}`)?.hostname !== url.hostname) return false;
  const urlPort = url.port || (url.protocol === 'https:' ? '443' : '80');
  return port === undefined || port === urlPort;
}
