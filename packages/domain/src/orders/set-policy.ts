import { audit } from '../audit/index.ts';
import type { TenantContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { parseInput } from '../input.ts';
import { noPolicy, type Policy } from './order.ts';
import { type SetPolicyInput, setPolicySchema } from './schemas.ts';

/**
 * Sets the amounts from which another person must approve; null means never. Orders that wait
 * already keep waiting.
 * @throws DomainError invalid_input, not_found
 */
export async function setPolicy(ctx: TenantContext, input: SetPolicyInput): Promise<Policy> {
  const policy = parseInput(setPolicySchema, input);
  const { applicationId, environment } = ctx.tenant;
  const now = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const application = await tx.application.findUnique({ where: { id: applicationId }, select: { id: true } });
    if (!application) throw new DomainError('not_found', 'There is no such application.');
    const where = { applicationId_environment: { applicationId, environment } };
    const before = (await tx.approvalPolicy.findUnique({ where })) ?? noPolicy;
    await tx.approvalPolicy.upsert({
      where,
      create: { applicationId, environment, ...policy, updatedAt: now },
      update: { ...policy, updatedAt: now },
    });
    await audit(tx, {
      actor: ctx.actor,
      action: 'approval_policy.changed',
      subjectId: applicationId,
      applicationId,
      detail: {
        environment,
        ...policy,
        payoutFromBefore: before.payoutFrom,
        reversalFromBefore: before.reversalFrom,
      },
      at: now,
    });
  });
  return policy;
}
