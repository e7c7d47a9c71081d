import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { countPrompts } from './attempt-statements.ts';
import { storeAllowance } from './change-statements.ts';
import { decideAllowance } from './link.ts';
import { linkIdSchema } from './schemas.ts';
import { lockOwnLink } from './scope.ts';

/**
 * Lets the page of a link for one order send as many prompts again as at its beginning. Only once they are used up, so that
 * two people who press the button at once allow them once.
 * @throws DomainError forbidden, not_found, invalid_input (it has prompts left, is not open, or takes many payments)
 */
export async function allowPrompts(ctx: TenantContext, input: z.input<typeof linkIdSchema>): Promise<void> {
  requirePermission(ctx, 'links.write');
  const { linkId } = parseInput(linkIdSchema, input);
  await ctx.db.transaction(async (db) => {
    const link = await lockOwnLink(db, linkId, ctx.tenant);
    const decision = decideAllowance(link, await countPrompts(db, linkId));
    if (decision.kind === 'refused') throw new DomainError('invalid_input', decision.why);
    const at = ctx.clock.now();
    const { environment, title } = link;
    const audit = {
      id: uuidv7(),
      actor: ctx.actor,
      action: 'link.prompts_allowed',
      detail: { environment, name: title, count: decision.more },
    };
    await storeAllowance(db, linkId, { more: decision.more, at, audit });
  });
}
