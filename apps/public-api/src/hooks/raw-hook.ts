import { BlockList, isIPv6 } from 'node:net';
import { DomainError } from '@tillgate/domain';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';

/** What hooks answer, whatever came of it: the provider only wants to know that it was heard. */
export const acknowledgement = { ResultCode: 0, ResultDesc: 'Accepted' };

/** What was posted to a hook, byte for byte. */
export type Posted = { token: string; body: Buffer; remoteIp: string; query: Readonly<Record<string, unknown>> };

/**
 * A path that the provider posts to, from an address that the operator allows. `path` ends in `/:token`; what `receive`
 * resolves with is the answer.
 */
export function rawHook(
  app: Routes,
  deps: Pick<Deps, 'callbackAllowedIps'>,
  path: `/${string}/:token`,
  receive: (posted: Posted) => Promise<object>,
): void {
  const isAllowed = allowList(deps.callbackAllowedIps);
  void app.register(async (hook) => {
    // The bytes are stored as they came: a body that we cannot read today is still evidence.
    hook.removeAllContentTypeParsers();
    hook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hook.post(path, { schema: { hide: true } }, async (request) => {
      if (!isAllowed(request.ip)) throw new DomainError('not_found', 'There is no such hook.');
      const { token } = request.params as { token: string };
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return receive({ token, body, remoteIp: request.ip, query: request.query as Record<string, unknown> });
    });
  });
}

/** Whether an address is on the list; an empty list allows all. */
function allowList(addresses: string[]): (ip: string) => boolean {
  if (addresses.length === 0) return () => true;
  const list = new BlockList();
  for (const address of addresses) {
    const [base = '', bits] = address.split('/');
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return (ip) => {
    const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
