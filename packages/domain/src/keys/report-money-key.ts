import type { Environment, Prisma } from '@tillgate/db';
import type { Scope } from '../kernel/authority.ts';
import type { ActorContext, WithDashboardUrl } from '../kernel/context.ts';
import { writeOwnerMails } from '../mails/index.ts';
import { needsGrant } from './key.ts';
import { moneyKeyMail } from './key-mails.ts';
import type { MoneyGrant } from './money-grant.ts';

type Made = MoneyGrant & {
  applicationId: string;
  environment: Environment;
  name: string;
  lastFour: string;
  scopes: readonly Scope[];
  application: { organizationId: string; name: string };
};

/** Writes an email to each owner about a new key that moves real money out, in the transaction that makes the key. */
export async function reportMoneyKey(
  ctx: ActorContext & Partial<WithDashboardUrl>,
  tx: Prisma.TransactionClient,
  { application, ...made }: Made,
): Promise<void> {
  if (!needsGrant(made.environment, made.scopes)) return;
  const at = ctx.clock.now();
  const key = { ...made, applicationName: application.name, by: await nameOf(tx, ctx.actor) };
  await writeOwnerMails(tx, application.organizationId, moneyKeyMail(key, at, ctx.dashboardUrl), at);
}

async function nameOf(tx: Prisma.TransactionClient, actor: string): Promise<string> {
  if (!actor.startsWith('user:')) return 'The operator';
  const id = actor.slice('user:'.length);
  const person = await tx.user.findUnique({ where: { id }, select: { name: true, email: true } });
  if (!person) return 'Somebody';
  return person.name ? `${person.name} (${person.email})` : person.email;
}
