import { BlockList, isIPv6 } from 'node:net';
import { DomainError } from '@tillgate/domain';
import { receiveCallback } from '@tillgate/domain/callbacks';
import type { Routes } from '../app.ts';
import type { Deps } from '../deps.ts';

/** What every hook answers, whatever came of it: the provider only wants to know that it was heard. */
const acknowledgement = { ResultCode: 0, ResultDesc: 'Accepted' };

/** Where the provider posts the outcome of a prompt: stored, then acknowledged, applied at our own pace. */
export function stkHook(app: Routes, deps: Deps): void {
  const isAllowed = allowList(deps.callbackAllowedIps);
  void app.register(async (hook) => {
    // The bytes are stored as they came: a body that we cannot read today is still evidence.
    hook.removeAllContentTypeParsers();
    hook.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hook.post<{ Params: { token: string } }>('/stk-hook/:token', { schema: { hide: true } }, async (request) => {
      if (!isAllowed(request.ip)) throw new DomainError('not_found', 'There is no such hook.');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await receiveCallback(deps.context, {
        kind: 'stk_callback',
        token: request.params.token,
        body,
        remoteIp: request.ip,
      });
      return acknowledgement;
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
