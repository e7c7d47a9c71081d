import { v7 as uuidv7 } from 'uuid';
import { lockApplication } from '../applications/index.ts';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { readAccounts } from '../reading/float/index.ts';
import { floatIssues, floatRefusals } from './refusals.ts';
import { type FloatAccountInput, floatAccountSchema, type SetThresholdInput, setThresholdSchema } from './schemas.ts';

/**
 * Sets an amount of whole KES: people get an email when the account falls below it. Saving a threshold resets it: people
 * get another email if the account is below.
 * @throws DomainError invalid_input (no answered inquiry of the last 90 days has this account)
 */
export async function setThreshold(ctx: TenantContext, input: SetThresholdInput): Promise<{ amount: number }> {
  requirePermission(ctx, 'float.write');
  const { amount, ...which } = parseInput(setThresholdSchema, input);
  const accounts = await readAccounts(ctx);
  if (!accounts.some(({ shortcode, account }) => shortcode === which.shortcode && account === which.account)) {
    throw invalidInput(issue('account', floatIssues.accountUnknown));
  }
  const { applicationId, environment } = ctx.tenant;
  const at = ctx.clock.now();
  const id = uuidv7({ msecs: at.getTime() });
  const set = { amount, setBy: ctx.actor, setAt: at, belowSince: null };
  await ctx.db.prisma.$transaction(async (tx) => {
    await lockApplication(tx, applicationId);
    const key = { applicationId, environment, ...which };
    const row = await tx.floatThreshold.upsert({
      where: { applicationId_environment_shortcode_account: key },
      create: { id, ...key, ...set },
      update: set,
    });
    const detail = { environment, ...which, amount };
    const action = 'float.threshold_set';
    await audit(tx, { actor: ctx.actor, action, subjectId: row.id, applicationId, detail, at });
  });
  return { amount };
}

/**
 * Removes the threshold of an account.
 * @throws DomainError invalid_input, not_found
 */
export async function removeThreshold(ctx: TenantContext, input: FloatAccountInput): Promise<{ removed: true }> {
  requirePermission(ctx, 'float.write');
  const which = parseInput(floatAccountSchema, input);
  const { applicationId, environment } = ctx.tenant;
  await ctx.db.prisma.$transaction(async (tx) => {
    const row = await tx.floatThreshold.findFirst({ where: { ...ctx.tenant, ...which } });
    const { count } = await tx.floatThreshold.deleteMany({ where: { ...ctx.tenant, ...which } });
    if (!row || count === 0) throw new DomainError('not_found', floatRefusals.thresholdMissing);
    const detail = { environment, ...which, amount: row.amount };
    const action = 'float.threshold_removed';
    await audit(tx, { actor: ctx.actor, action, subjectId: row.id, applicationId, detail, at: ctx.clock.now() });
  });
  return { removed: true };
}
