import { BlockList, isIPv6 } from 'node:net';
import { DomainError } from '@tillgate/domain';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';

/** The response of a hook. The provider only needs to know that the callback arrived. */
export const acknowledgement = { ResultCode: 0, ResultDesc: 'Accepted' };

/** A request to a hook, with its body byte for byte. */
type Posted = { token: string; body: Buffer; remoteIp: string; query: Readonly<Record<string, unknown>> };

/**
 * Registers a path that the provider posts to, from addresses that the operator allows. `path` ends in `/:token`. The
 * result of `receive` is the response body.
 */
export function rawHook(
  app: Routes,
  deps: Pick<Deps, 'callbackAllowedIps'>,
  path: `/${string}/:token`,
  receive: (posted: Posted) => Promise<object>,
): void {
  const isAllowed = allowList(deps.callbackAllowedIps);
  void app.register(async (hook) => {
    // The bytes are stored as they arrive: a body that we cannot read today is still evidence.
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

/** Returns whether an address is on the list. An empty list allows every address. */
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
