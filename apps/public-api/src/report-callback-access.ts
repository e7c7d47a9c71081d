import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseOutage } from '@tillgate/domain';
import { recordCallbackAccess } from '@tillgate/domain/inbox';
import type { Deps } from './deps.ts';

const retryMs = 5_000;

/** Records which addresses may post callbacks, as soon as the database is available, and warns when all may. */
export async function reportCallbackAccess(deps: Pick<Deps, 'context' | 'callbackAddresses' | 'log'>): Promise<void> {
  const { context, callbackAddresses, log } = deps;
  if (callbackAddresses.kind === 'any') {
    log.warn('CALLBACK_ALLOWED_IPS is any: callbacks of production are taken from every address.');
  }
  for (;;) {
    try {
      await recordCallbackAccess(context, callbackAddresses);
      return;
    } catch (error) {
      log.warn({ err: error }, 'The allowed addresses of callbacks could not be recorded.');
      if (!isDatabaseOutage(error)) return;
    }
    await delay(retryMs, undefined, { ref: false });
  }
}
