import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { gapRefusals } from './refusals.ts';
import { type CloseGapInput, closeGapSchema } from './schemas.ts';
import { endGap } from './statements.ts';

/**
 * Closes the open gap: money may leave again, and keys that nobody read back count as new.
 * @throws DomainError invalid_input (also when no gap is open)
 */
export async function closeGap(ctx: ActorContext, input: CloseGapInput): Promise<{ gapId: string; closedAt: Date }> {
  requireOperator(ctx);
  const { note } = parseInput(closeGapSchema, input);
  const at = ctx.clock.now();
  const gapId = await ctx.db.prisma.$transaction(async (tx) => {
    const closed = await endGap(tx, { actor: ctx.actor, note, at });
    if (closed === undefined) throw new DomainError('invalid_input', gapRefusals.noGapOpen);
    await audit(tx, { actor: ctx.actor, action: 'gap.closed', subjectId: closed, detail: { note }, at });
    return closed;
  });
  return { gapId, closedAt: at };
}
