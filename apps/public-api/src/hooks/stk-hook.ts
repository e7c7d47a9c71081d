import { receiveCallback } from '@tillgate/domain/inbox';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';
import { acknowledgement, rawHook } from './raw-hook.ts';

/** Receives the outcome of a prompt: stores it, acknowledges it, and leaves the rest to a background function. */
export function stkHook(app: Routes, deps: Deps): void {
  rawHook(app, '/stk-hook/:token', async ({ token, body, remoteIp }) => {
    await receiveCallback(deps.context, { kind: 'stk_callback', token, body, remoteIp });
    return acknowledgement;
  });
}
