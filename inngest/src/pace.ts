import { setTimeout as delay } from 'node:timers/promises';
import type { RateLimiter } from '@tillgate/domain';
import type { WithPace } from '@tillgate/domain/sending';

/** How often a full window is looked at again. */
const pollMs = 200;

/** Lets payouts of batches go out as often as the limit allows, over all workers. It waits and never refuses. */
export function createPace(limit: RateLimiter): WithPace['pace'] {
  return async (account) => {
    while (!(await limit.consume(account ?? 'none')).allowed) await delay(pollMs);
  };
}
