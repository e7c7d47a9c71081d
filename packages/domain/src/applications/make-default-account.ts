import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { ActorContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { idSchema, parseInput } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { railSchema } from '../provider/rail-schema.ts';
import { demandAccount } from './get-accounts.ts';
import { lockApplication } from './statements.ts';

export const makeDefaultAccountSchema = z.strictObject({
  applicationId: idSchema,
  environment: z.enum(Environment, { error: issues.either({ values: 'sandbox or production' }) }),
  rail: railSchema,
});
export type MakeDefaultAccountInput = z.input<typeof makeDefaultAccountSchema>;

/**
 * Makes the account at one network the one that takes what no rule gives to another. Does nothing when it is already.
 * @throws DomainError invalid_input, not_found (no such application), provider_not_configured (no account there)
 */
export async function makeDefaultAccount(
  ctx: ActorContext,
  input: MakeDefaultAccountInput,
): Promise<{ accountId: string }> {
  requirePermission(ctx, 'credentials.write');
  const { applicationId, environment, rail } = parseInput(makeDefaultAccountSchema, input);
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    // Of two choices at once, the second sees the first.
    if (!(await lockApplication(tx, applicationId))) throw notFound('application');
    const tenant = { applicationId, environment };
    const { id, number, isDefault } = await demandAccount(tx, tenant, rail);
    if (isDefault) return { accountId: id };
    // In this order: at no moment are there two.
    await tx.railAccount.updateMany({ where: { ...tenant, isDefault: true }, data: { isDefault: false } });
    await tx.railAccount.update({ where: { id }, data: { isDefault: true } });
    const fact = { actor: ctx.actor, action: 'rail_account.default_chosen', subjectId: id, applicationId };
    await audit(tx, { ...fact, detail: { environment, rail, number }, at });
    return { accountId: id };
  });
}
