import type { RecoveryKind } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { type ActorContext, audit } from '../audit/index.ts';
import { auditOwner, lockEndpoint, requireEnabled } from '../endpoints/index.ts';
import { invalidInput, parseInput } from '../input.ts';
import { publishRecoveries } from './publish-recoveries.ts';
import { refusedTime } from './recovery.ts';
import { type StartRecoveryInput, startRecoverySchema } from './schemas.ts';

/** `started` is false when one of the kind was running already: it is that one, with the times it was given. */
export type StartedRecovery = { recoveryId: string; started: boolean; since: Date; until: Date };

/** Puts the order down; {@link workRecovery} carries it out. */
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
  const started = await ctx.db.prisma.$transaction(async (tx) => {
    // Two at once: the second finds what the first began.
    const endpoint = await lockEndpoint(tx, which);
    requireEnabled(endpoint);
    const running = await tx.webhookRecovery.findFirst({ where: { endpointId, kind, status: 'running' } });
    if (running) return { recoveryId: running.id, started: false, since: running.since, until: running.until };
    const id = uuidv7();
    await tx.webhookRecovery.create({
      data: { id, endpointId, kind, since, until, requestedBy: ctx.actor, createdAt: now },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'recovery.started',
      subjectId: id,
      ...auditOwner(endpoint),
      detail: { endpointId, kind, since: since.toISOString(), until: until.toISOString() },
      at: now,
    });
    return { recoveryId: id, started: true, since, until };
  });
  if (started.started) await publishRecoveries(ctx, [started.recoveryId]);
  return started;
}
