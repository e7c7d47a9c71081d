import { receiveCallback } from '@tillgate/domain/inbox';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';
import { rawHook } from './raw-hook.ts';

/**
 * Receives what a network posts to the one URL that it has for an account, whatever payment or payout it is about. The
 * network reads no more of the answer than its status.
 */
export function railHook(app: Routes, deps: Deps): void {
  rawHook(app, '/rail-hook/:token', async ({ token, body, remoteIp }) => {
    await receiveCallback(deps.context, { kind: 'rail_notice', token, body, remoteIp });
    return {};
  });
}
