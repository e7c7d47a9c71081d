import type { MailModel } from '@tillgate/db';
import type { Context, WithOpen } from '../../kernel/context.ts';
import { attachmentOf, readMailText } from '../../mails/index.ts';
import type { Attachment, Open } from '../../ports/ports.ts';

/** `attachmentName` is null when no file goes with the email, or it was removed. */
export type ListedMail = Pick<
  MailModel,
  'id' | 'to' | 'subject' | 'text' | 'attachmentName' | 'status' | 'error' | 'createdAt'
>;

/** The latest emails to anybody, newest first. For operators alone: an email may hold what only its reader may know. */
export async function listMails({ db, open }: Pick<Context, 'db'> & WithOpen, limit: number): Promise<ListedMail[]> {
  const mails = await db.prisma.mail.findMany({
    select: {
      id: true,
      to: true,
      subject: true,
      text: true,
      sealedText: true,
      attachmentName: true,
      status: true,
      error: true,
      createdAt: true,
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
  return mails.map(({ sealedText, ...mail }) => ({ ...mail, text: textOf(open, { ...mail, sealedText }) }));
}

/** The file that goes with an email; undefined when there is none. For operators alone. */
export async function readAttachment({ db }: Pick<Context, 'db'>, mailId: string): Promise<Attachment | undefined> {
  const mail = await db.prisma.mail.findUnique({
    where: { id: mailId },
    select: { attachment: true, attachmentName: true, attachmentType: true },
  });
  return mail ? attachmentOf(mail) : undefined;
}

/** One text that cannot be opened does not hide the other emails. */
function textOf(open: Open, mail: Parameters<typeof readMailText>[1]): string {
  try {
    return readMailText(open, mail);
  } catch {
    return 'The text of this email cannot be opened. Check SEAL_PRIVATE_KEY.';
  }
}
