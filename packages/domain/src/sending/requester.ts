import type { BatchRow } from '../batches/index.ts';
import { findRestoreRefusal } from '../gaps/index.ts';
import type { Context } from '../kernel/context.ts';
import { lineOf } from '../keys/index.ts';
import { findMembers } from '../orders/index.ts';
import { isSuspended, may } from '../organizations/index.ts';
import type { OwnPause } from './round.ts';

/** Why nobody may be paid by a batch, in the name of who sent it off, or undefined. Read before each round. */
export async function requesterPause(
  ctx: Context,
  { applicationId, submittedBy, createdAt }: Pick<BatchRow, 'applicationId' | 'submittedBy' | 'createdAt'>,
): Promise<OwnPause | undefined> {
  if (await findRestoreRefusal(ctx.db.pool, createdAt)) return 'gap';
  if (await isSuspended(ctx.db.prisma, applicationId)) return 'suspended';
  return (await mayStill(ctx, applicationId, submittedBy ?? '')) ? undefined : 'requester';
}

/** Whether an actor may still ask for payouts of an application. A key counts with those that it was rotated to. */
export async function mayStill(ctx: Context, applicationId: string, actor: string): Promise<boolean> {
  const [kind, id = ''] = actor.split(':');
  if (kind === 'operator') return true;
  if (kind === 'user') {
    const seat = (await findMembers(ctx.db.prisma, applicationId, [id])).of(id);
    return seat !== undefined && may(seat.role, 'batches.request');
  }
  if (kind !== 'key') return false;
  const now = ctx.clock.now();
  const line = (await lineOf(ctx.db.pool, actor)).map((each) => each.slice('key:'.length));
  const where = {
    id: { in: line },
    applicationId,
    revokedAt: null,
    isHeld: false,
    scopes: { has: 'payout' as const },
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    AND: [{ OR: [{ moneyFrom: null }, { moneyFrom: { lte: now } }] }],
  };
  return (await ctx.db.prisma.apiKey.count({ where })) > 0;
}
