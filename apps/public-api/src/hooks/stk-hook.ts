import { receiveCallback } from '@tillgate/domain/callbacks';
import type { Deps } from '../deps.ts';
import type { Routes } from '../routes-type.ts';
import { acknowledgement, rawHook } from './raw-hook.ts';

/** Where the provider posts the outcome of a prompt: stored, then acknowledged, applied at our own pace. */
export function stkHook(app: Routes, deps: Deps): void {
  rawHook(app, deps, '/stk-hook/:token', async ({ token, body, remoteIp }) => {
    await receiveCallback(deps.context, { kind: 'stk_callback', token, body, remoteIp });
    return acknowledgement;
  });
}
