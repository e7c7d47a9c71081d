import type { MailModel } from '@tillgate/db';
import type { Context, WithOpen } from '../../kernel/context.ts';
import { attachmentOf, readMailText } from '../../mails/index.ts';
import type { Attachment, Open } from '../../ports/ports.ts';

/** `attachmentName` is null without an attachment, or when it was removed. */
export type ListedMail = Pick<
  MailModel,
  'id' | 'to' | 'subject' | 'text' | 'attachmentName' | 'status' | 'error' | 'createdAt'
>;

/** The latest emails to anybody, newest first. Only for operators, because emails may hold private data. */
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

/** The attachment of an email; undefined without one. Only for operators. */
export async function readAttachment({ db }: Pick<Context, 'db'>, mailId: string): Promise<Attachment | undefined> {
  const mail = await db.prisma.mail.findUnique({
    where: { id: mailId },
    select: { attachment: true, attachmentName: true, attachmentType: true },
  });
  return mail ? attachmentOf(mail) : undefined;
}

/** A text that cannot be opened does not hide the other emails. */
function textOf(open: Open, mail: Parameters<typeof readMailText>[1]): string {
  try {
    return readMailText(open, mail);
  } catch {
    return 'The text of this email cannot be opened. Check SEAL_PRIVATE_KEY.';
  }
}
