import type { RecoveryKind } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { lockEndpoint, requireEnabled } from '../endpoints/index.ts';
import type { ActorContext } from '../kernel/context.ts';
import { invalidInput, parseInput } from '../kernel/input.ts';
import { publishRecoveries } from './publish-recoveries.ts';
import { refusedTime } from './recovery.ts';
import { type StartRecoveryInput, startRecoverySchema } from './schemas.ts';
import * as recoveries from './statements.ts';

/**
 * `started` is false when a recovery of the kind was running already: then it is that one, with its
 * times.
 */
export type StartedRecovery = { recoveryId: string; started: boolean; since: Date; until: Date };

/** Starts a recovery; {@link workRecovery} carries it out. */
export async function startRecovery(
  ctx: ActorContext,
  kind: RecoveryKind,
  input: StartRecoveryInput,
): Promise<StartedRecovery> {
  const now = ctx.clock.now();
  const { since, until = now, ...which } = parseInput(startRecoverySchema, input);
  const refused = refusedTime({ since, until }, now);
  if (refused) throw invalidInput(refused);
  const { endpointId } = which;
  const started = await ctx.db.transaction(async (db) => {
    // Locked, so that the second of two concurrent requests finds the first one's recovery.
    requireEnabled(await lockEndpoint(db, which));
    const running = await recoveries.findRunning(db, { endpointId, kind });
    if (running) return { recoveryId: running.id, started: false, since: running.since, until: running.until };
    const id = uuidv7();
    const { actor } = ctx;
    await recoveries.insertRecovery(
      db,
      { id, endpointId, kind, since, until, requestedBy: actor, createdAt: now },
      {
        id: uuidv7(),
        actor,
        action: 'recovery.started',
        detail: { endpointId, kind, since: since.toISOString(), until: until.toISOString() },
      },
    );
    return { recoveryId: id, started: true, since, until };
  });
  if (started.started) await publishRecoveries(ctx, [started.recoveryId]);
  return started;
}
