import { audit } from '../audit/index.ts';
import { requireOperator } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { gapRefusals } from './refusals.ts';
import { type ChangeGapInput, changeGapSchema } from './schemas.ts';
import { storeApis } from './statements.ts';

/**
 * Says anew how many APIs have keys to read back, for instance because the disk of one is lost too. The gap stays open
 * meanwhile, so no money leaves.
 * @throws DomainError invalid_input (also when no gap is open)
 */
export async function changeGap(ctx: ActorContext, input: ChangeGapInput): Promise<{ gapId: string }> {
  requireOperator(ctx);
  const { apis, note } = parseInput(changeGapSchema, input);
  const at = ctx.clock.now();
  const gapId = await ctx.db.prisma.$transaction(async (tx) => {
    const open = await storeApis(tx, apis);
    if (open === undefined) throw new DomainError('invalid_input', gapRefusals.noGapOpen);
    const detail = { apis, before: open.apis, note };
    await audit(tx, { actor: ctx.actor, action: 'gap.changed', subjectId: open.id, detail, at });
    return open.id;
  });
  return { gapId };
}
