import type { Prisma } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { type NewMail, nameActors, oneLine, writeOwnerMails } from '../mails/index.ts';

type Tx = Prisma.TransactionClient;

const nameCharactersMax = 200;

/**
 * Locks the rules and the lists of an application against other changes until the transaction ends. Prompts and payouts
 * are not held up.
 * @throws DomainError not_found when there is no such application
 */
export async function lockApplication(tx: Tx, { applicationId }: Tenant): Promise<void> {
  const locked = isUuid(applicationId)
    ? await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM applications WHERE id = ${applicationId}::uuid FOR NO KEY UPDATE`
    : [];
  if (locked.length === 0) throw notFound('application');
}

/** A change of the rules or the lists, who made it, and how it was agreed. */
type Changed = {
  /** What changed, in one line, for people. */
  line: string;
  actor: string;
  /** The person who approved; null when no approval was needed or possible. */
  approvedBy: string | null;
  loosened: boolean;
};

/** Writes an email about a change to every owner. */
export async function announce(tx: Tx, tenant: Tenant, change: Changed, at: Date): Promise<void> {
  const { actor, approvedBy } = change;
  const { name, organizationId } = await tx.application.findUniqueOrThrow({
    where: { id: tenant.applicationId },
    select: { name: true, organizationId: true },
  });
  const [by = 'Somebody', agreedBy] = await nameActors(tx, [actor, approvedBy ? `user:${approvedBy}` : undefined]);
  const place = `${name} (${tenant.environment})`;
  await writeOwnerMails(tx, organizationId, mailOf({ ...change, place, by, agreedBy }), at);
}

function mailOf({
  place,
  line,
  by,
  agreedBy,
  loosened,
}: Changed & { place: string; by: string; agreedBy: string | undefined }): Pick<NewMail, 'subject' | 'text'> {
  const agreed = agreedBy
    ? ` ${oneLine(agreedBy, nameCharactersMax)} approved it.`
    : loosened
      ? ' No second person had to approve it.'
      : '';
  const text = [
    `${oneLine(by, nameCharactersMax)} changed the rules for prompts and payouts of ${place}.${agreed}`,
    line,
    loosened ? 'The rules now stop less than before.' : 'The rules stop at least as much as before.',
    'If you did not expect this, open Guard in the dashboard and tell the other owners.',
  ].join('\n\n');
  return { subject: `Guard changed: ${place}`, text: `${text}\n` };
}
