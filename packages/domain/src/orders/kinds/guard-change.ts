import { z } from 'zod';
import { isSameRule, lockRules, ruleChangeLine, ruleSchema, storeRule } from '../../guards/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { orderRefusals } from '../refusals.ts';
import { orderKind } from './kind.ts';

/**
 * Changes or removes a rule of the guard, so that it stops less, starting from its state at the request. Only
 * `changeGuardRule` and `removeGuardRule` request it.
 */
export const guardChange = orderKind({
  permission: 'policy.write',
  needsInitiator: false,
  isInHouse: true,
  approval: 'always',
  /** `after` is null when the rule is removed. */
  input: z.object({ before: ruleSchema, after: ruleSchema.nullable() }),
  subject: ({ before }) => before.id,
  async carryOut(ctx, { before, after }, _key, approvedBy) {
    await ctx.db.prisma.$transaction(async (tx) => {
      const current = (await lockRules(tx, ctx.tenant)).find(({ id }) => id === before.id);
      // An earlier attempt has stored it.
      if (after ? current && isSameRule(current, after) : !current) return;
      if (!current || !isSameRule(current, before)) throw new DomainError('invalid_input', orderRefusals.ruleChanged);
      const change = { actor: ctx.actor, approvedBy, before, after: after ?? undefined };
      await storeRule(tx, ctx.tenant, change, ctx.clock.now());
    });
    return { outcome: { ok: true } };
  },
  summary: ({ before, after }) => `Change a rule (${ruleChangeLine({ before, after: after ?? undefined })})`,
});
