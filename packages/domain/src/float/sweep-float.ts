import type { Context, Tenant, WithDashboardUrl } from '../kernel/context.ts';
import { BrokenRow } from '../kernel/stored.ts';
import { mailReaders, writeMails } from '../mails/index.ts';
import { may } from '../organizations/index.ts';
import { type FloatAccount, readAccounts } from '../reading/float/index.ts';
import { alertMail } from './alert-mail.ts';
import { clearAlert, listThresholds, type Threshold } from './statements.ts';
import { decideAlert } from './threshold.ts';

/**
 * Emails people when an account falls below its threshold: once, and again only after it rose above. One commit writes
 * the emails and records them, so several workers write them once.
 * @returns how many alerts it wrote
 */
export async function sweepFloat(ctx: Context & Partial<WithDashboardUrl>): Promise<number> {
  let alerts = 0;
  let known: { key: string; accounts: FloatAccount[] | undefined } | undefined;
  for (const threshold of await listThresholds(ctx.db.pool)) {
    const { applicationId, environment, shortcode } = threshold;
    const key = `${applicationId} ${environment}`;
    if (known?.key !== key) known = { key, accounts: await accountsOf(ctx, { applicationId, environment }) };
    if (!known.accounts) continue;
    const account = known.accounts.find((one) => one.shortcode === shortcode && one.account === threshold.account);
    const decided = decideAlert({ ...threshold, estimateCents: account?.estimateCents ?? null });
    if (decided === 'clear') await clearAlert(ctx.db.pool, threshold);
    if (decided === 'alert' && account && (await notify(ctx, threshold, account))) alerts += 1;
  }
  return alerts;
}

/** Undefined when an answer cannot be read: the alerts of one merchant do not keep those of the others back. */
async function accountsOf(ctx: Context, tenant: Tenant): Promise<FloatAccount[] | undefined> {
  try {
    return await readAccounts({ ...ctx, tenant });
  } catch (err) {
    if (!(err instanceof BrokenRow)) throw err;
    ctx.log.error({ ...tenant, err }, 'The balances of an application cannot be read. Nobody is alerted about them.');
    return undefined;
  }
}

async function notify(ctx: Context & Partial<WithDashboardUrl>, threshold: Threshold, account: FloatAccount) {
  const at = ctx.clock.now();
  const { id, organizationId } = threshold;
  return ctx.db.prisma.$transaction(async (tx) => {
    const where = { id, amount: threshold.amount, belowSince: null };
    const { count } = await tx.floatThreshold.updateMany({ where, data: { belowSince: at } });
    if (count === 0) return false;
    const members = await tx.membership.findMany({
      where: { organizationId, user: mailReaders('float') },
      select: { role: true, user: { select: { id: true, email: true } } },
    });
    const mail = alertMail(threshold, account, ctx.dashboardUrl);
    const mails = members
      .filter(({ role }) => may(role, 'float.write'))
      .map(({ user }) => ({ to: user.email, ...mail, dedupeKey: `float:${id}:${at.getTime()}:${user.id}` }));
    await writeMails(tx, mails, at);
    return true;
  });
}
