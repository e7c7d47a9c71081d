import { setTimeout as delay } from 'node:timers/promises';
import type { Context, WithProvider } from '@tillgate/domain';
import { type ReplayTries, replaySpool } from '@tillgate/domain/callbacks';
import type { WithInbox } from '@tillgate/domain/inbox';

/** How often the spool is looked at. An empty one costs nothing. */
const intervalMs = 500;

/** Brings what the spool holds to the inbox as soon as the database is back, until it is closed. */
export function startReplayLoop(ctx: Context & WithInbox & Pick<WithProvider, 'provider'>): { close(): Promise<void> } {
  const stop = new AbortController();
  const running = (async () => {
    let tries: ReplayTries | undefined;
    while (!stop.signal.aborted) {
      if (ctx.spool.count() > 0) tries = await replayOnce(ctx, tries);
      await delay(intervalMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}

async function replayOnce(
  ctx: Parameters<typeof startReplayLoop>[0],
  tries: ReplayTries | undefined,
): Promise<ReplayTries | undefined> {
  try {
    return await replaySpool(ctx, tries);
  } catch (error) {
    ctx.log.error({ err: error }, 'The spool of callbacks cannot be read.');
    return tries;
  }
}
