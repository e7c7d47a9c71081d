import type { MailModel } from '@tillgate/db';
import type { Context } from '../../context.ts';

export type ListedMail = Pick<MailModel, 'id' | 'to' | 'subject' | 'text' | 'status' | 'error' | 'createdAt'>;

/** The latest mails to anybody, newest first. For operators alone: a mail may hold what only its reader may know. */
export function listMails(ctx: Pick<Context, 'db'>, limit: number): Promise<ListedMail[]> {
  return ctx.db.prisma.mail.findMany({
    select: { id: true, to: true, subject: true, text: true, status: true, error: true, createdAt: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}
