import { z } from 'zod';
import { DomainError } from '../../kernel/errors.ts';
import { changeLines, isSamePolicy, lockForChange, policySchema, storePolicy } from '../../policies/index.ts';
import { orderRefusals } from '../refusals.ts';
import { orderKind } from './kind.ts';

/** Loosens the policy, starting from its state at the request. Only `setPolicy` requests it. */
export const policyChange = orderKind({
  permission: 'policy.write',
  needsInitiator: false,
  isInHouse: true,
  approval: 'always',
  input: z.object({ before: policySchema, after: policySchema }),
  async carryOut(ctx, { before, after }, _key, approvedBy) {
    await ctx.db.prisma.$transaction(async (tx) => {
      const current = await lockForChange(tx, ctx.tenant);
      // An earlier attempt has stored it.
      if (isSamePolicy(current, after)) return;
      if (!isSamePolicy(current, before)) {
        throw new DomainError('invalid_input', orderRefusals.policyChanged);
      }
      await storePolicy(tx, ctx.tenant, { actor: ctx.actor, approvedBy, before, after }, ctx.clock.now());
    });
    return { outcome: { ok: true } };
  },
  summary: ({ before, after }) => `Change the policy (${changeLines(before, after).join('; ')})`,
});
