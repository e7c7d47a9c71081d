import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { Context, WithDashboardUrl } from '../kernel/context.ts';
import { mailReaders, writeMails } from '../mails/index.ts';
import { endingKeyMail, newNetworkMail } from './key-mails.ts';
import { claimNewNetworks, forgetNetworks, listEndingKeys, type NewNetwork } from './network-statements.ts';

const networksMax = 200;
const keysMax = 100;
const forgottenMax = 1_000;
/** When owners and admins are notified that a key expires. */
const warnDays = [14, 1];

type SweepContext = Context & Partial<WithDashboardUrl>;

/**
 * Notifies owners and admins of keys that are used from new networks (an audit entry for each, one email a day per key)
 * and of keys that expire. Emails have unique keys, so several workers may sweep at once.
 * @returns how many networks and keys it notified about
 */
export async function sweepKeys(ctx: SweepContext): Promise<{ networks: number; ending: number }> {
  const networks = await notifyOfNetworks(ctx);
  let ending = 0;
  for (const days of warnDays) ending += await notifyOfEnds(ctx, days);
  await forgetNetworks(ctx.db.pool, ctx.clock.now(), forgottenMax);
  return { networks, ending };
}

function notifyOfNetworks(ctx: SweepContext): Promise<number> {
  const at = ctx.clock.now();
  return ctx.db.prisma.$transaction(async (tx) => {
    const networks = await claimNewNetworks(tx, networksMax);
    for (const { keyId, network, name, lastFour, environment, applicationId, organizationId } of networks) {
      const detail = { environment, name, lastFour, network };
      const fact = { actor: 'system', action: 'key.used_elsewhere', subjectId: keyId, applicationId, organizationId };
      await audit(tx, { ...fact, detail, at });
    }
    for (const [keyId, rows] of groupsOf(networks)) {
      const [key] = rows;
      if (!key) continue;
      const mail = newNetworkMail(
        key,
        rows.map(({ network }) => network),
        at,
        ctx.dashboardUrl,
      );
      await mailAdmins(tx, key.organizationId, mail, `key:${keyId}:network:${at.toISOString().slice(0, 10)}`, at);
    }
    return networks.length;
  });
}

async function notifyOfEnds(ctx: SweepContext, days: number): Promise<number> {
  const at = ctx.clock.now();
  const keys = await listEndingKeys(ctx.db.pool, days, at, keysMax);
  for (const key of keys) {
    const mail = endingKeyMail(key, ctx.dashboardUrl);
    await mailAdmins(ctx.db.prisma, key.organizationId, mail, `key:${key.keyId}:ends:${days}`, at);
  }
  return keys.length;
}

type Mail = { subject: string; text: string };
type Db = Pick<Prisma.TransactionClient, 'membership' | 'mail'>;

/** Writes an email to each owner and admin, once for each `dedupeKey`. */
async function mailAdmins(db: Db, organizationId: string, mail: Mail, dedupeKey: string, at: Date): Promise<void> {
  const admins = await db.membership.findMany({
    where: { organizationId, role: { in: ['owner', 'admin'] }, user: mailReaders() },
    select: { userId: true, user: { select: { email: true } } },
  });
  const mails = admins.map(({ userId, user }) => ({ to: user.email, ...mail, dedupeKey: `${dedupeKey}:${userId}` }));
  await writeMails(db, mails, at);
}

function groupsOf(rows: NewNetwork[]): Map<string, NewNetwork[]> {
  const groups = new Map<string, NewNetwork[]>();
  for (const row of rows) groups.set(row.keyId, [...(groups.get(row.keyId) ?? []), row]);
  return groups;
}
