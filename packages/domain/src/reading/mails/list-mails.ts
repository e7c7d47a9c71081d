import type { MailModel } from '@tillgate/db';
import type { Context, WithOpen } from '../../context.ts';
import { readMailText } from '../../mails/index.ts';
import type { Open } from '../../ports.ts';

export type ListedMail = Pick<MailModel, 'id' | 'to' | 'subject' | 'text' | 'status' | 'error' | 'createdAt'>;

/** The latest mails to anybody, newest first. For operators alone: a mail may hold what only its reader may know. */
export async function listMails({ db, open }: Pick<Context, 'db'> & WithOpen, limit: number): Promise<ListedMail[]> {
  const mails = await db.prisma.mail.findMany({
    select: {
      id: true,
      to: true,
      subject: true,
      text: true,
      sealedText: true,
      status: true,
      error: true,
      createdAt: true,
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return mails.map(({ sealedText, ...mail }) => ({ ...mail, text: textOf(open, { ...mail, sealedText }) }));
}

/** One text that cannot be opened does not hide the other mails. */
function textOf(open: Open, mail: Parameters<typeof readMailText>[1]): string {
  try {
    return readMailText(open, mail);
  } catch {
    return 'The text of this mail cannot be opened: check SEAL_PRIVATE_KEY.';
  }
}
