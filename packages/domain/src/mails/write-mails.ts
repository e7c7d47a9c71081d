import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import type { Attachment } from '../ports/ports.ts';
import { mailTextPlace } from '../sealing/index.ts';
import { attachmentBytesMax, oneLine, sealedNotice, subjectCharactersMax, textCharactersMax } from './mail.ts';

type Mail = {
  /** The address alone, without a name. */
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Only the first email with this key is ever written. */
  dedupeKey?: string;
  /** At most `attachmentBytesMax`. */
  attachment?: Attachment;
};

export type NewMail = Mail & { hasSecret?: undefined };
/** The text contains a secret, such as a reset link. Only `writeSecretMails` accepts it. */
export type SecretMail = Mail & { hasSecret: true };

type MailRows = Pick<Prisma.TransactionClient, 'mail'>;

/** Writes emails in the caller's transaction. The sweep finds them once they are committed, so nothing is published. */
export async function writeMails(db: MailRows, mails: NewMail[], at: Date): Promise<void> {
  await insert(
    db,
    mails.map((mail) => rowOf(mail, at)),
  );
}

/**
 * Writes emails like {@link writeMails}, with sealed texts: only the worker that sends them can read them. The text is
 * removed once the email is sent or has failed.
 */
export async function writeSecretMails(
  { seal }: Pick<Context, 'seal'>,
  db: MailRows,
  mails: SecretMail[],
  at: Date,
): Promise<void> {
  const rows = mails.map((mail) => {
    const row = rowOf(mail, at);
    return { ...row, hasSecret: true, text: sealedNotice, sealedText: seal(row.text, mailTextPlace(row)) };
  });
  await insert(db, rows);
}

function rowOf({ to, subject, text, dedupeKey, attachment }: Mail, at: Date) {
  if (text.length > textCharactersMax) throw new Error(`a mail has at most ${textCharactersMax} characters`);
  const line = oneLine(subject, subjectCharactersMax);
  const row = { id: uuidv7(), to, subject: line, text, dedupeKey, nextAttemptAt: at, createdAt: at };
  if (!attachment) return row;
  const { name, contentType, bytes } = attachment;
  if (bytes.length > attachmentBytesMax) throw new Error(`an attachment has at most ${attachmentBytesMax} bytes`);
  return { ...row, attachment: Uint8Array.from(bytes), attachmentName: name, attachmentType: contentType };
}

async function insert(db: MailRows, data: Prisma.MailCreateManyInput[]): Promise<void> {
  await db.mail.createMany({ data, skipDuplicates: true });
}
