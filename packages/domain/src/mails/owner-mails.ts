import type { Prisma } from '@tillgate/db';
import { mailReaders } from './reader.ts';
import { type NewMail, writeMails } from './write-mails.ts';

type Db = Pick<Prisma.TransactionClient, 'membership' | 'mail'>;

/**
 * Writes an email to each owner of an organization, in the caller's transaction. These emails cannot be switched off,
 * because they report actions that somebody else may have taken.
 */
export async function writeOwnerMails(
  db: Db,
  organizationId: string,
  mail: Pick<NewMail, 'subject' | 'text'>,
  at: Date,
): Promise<void> {
  const owners = await db.membership.findMany({
    where: { organizationId, role: 'owner', user: mailReaders() },
    select: { user: { select: { email: true } } },
  });
  await writeMails(
    db,
    owners.map(({ user }) => ({ to: user.email, ...mail })),
    at,
  );
}
