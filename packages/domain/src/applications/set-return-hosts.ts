import type { Prisma } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { nameActors, oneLine, writeOwnerMails } from '../mails/index.ts';
import { type SetReturnHostsInput, setReturnHostsSchema } from './schemas.ts';
import { lockApplication } from './statements.ts';

const nameCharactersMax = 100;

type Change = { before: string[]; after: string[] };

/**
 * Says which hosts the payment pages of the application may lead back to, in both environments, and writes an email to
 * every owner. Links that lead elsewhere keep their way back.
 * @throws DomainError forbidden, invalid_input
 */
export async function setReturnHosts(ctx: TenantContext, input: SetReturnHostsInput): Promise<{ hosts: string[] }> {
  requirePermission(ctx, 'applications.write');
  const { hosts } = parseInput(setReturnHostsSchema, input);
  const { applicationId } = ctx.tenant;
  await ctx.db.prisma.$transaction(async (tx) => {
    if (!(await lockApplication(tx, applicationId))) throw notFound('application');
    const { returnHosts: before } = await tx.application.findUniqueOrThrow({
      where: { id: applicationId },
      select: { returnHosts: true },
    });
    if (before.join(' ') === hosts.join(' ')) return;
    await tx.application.update({ where: { id: applicationId }, data: { returnHosts: hosts } });
    await report(ctx, tx, { before, after: hosts });
  });
  return { hosts };
}

async function report(ctx: TenantContext, tx: Prisma.TransactionClient, { before, after }: Change): Promise<void> {
  const { applicationId } = ctx.tenant;
  const at = ctx.clock.now();
  const { name, organizationId } = await tx.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: { name: true, organizationId: true },
  });
  const fact = { actor: ctx.actor, action: 'application.return_hosts_changed', subjectId: applicationId };
  await audit(tx, { ...fact, organizationId, applicationId, detail: { hosts: after, hostsBefore: before }, at });
  const [by = 'Somebody'] = await nameActors(tx, [ctx.actor]);
  const text = [
    `${oneLine(by, nameCharactersMax)} changed the hosts that payment pages of ${name} may lead back to.`,
    `Before: ${listed(before)}`,
    `Now: ${listed(after)}`,
    'If you did not expect this, open Return hosts in the dashboard and tell the other owners.',
  ].join('\n\n');
  await writeOwnerMails(tx, organizationId, { subject: `Return hosts changed: ${name}`, text: `${text}\n` }, at);
}

const listed = (hosts: readonly string[]) => hosts.join(', ') || 'none';
