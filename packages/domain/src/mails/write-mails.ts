import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { oneLine, subjectCharactersMax, textCharactersMax } from './mail.ts';

export type NewMail = {
  /** The address alone, without a name. */
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The text contains a secret, such as a link to choose a password. It is removed once the mail is sent. */
  hasSecret?: boolean;
  /** Only the first mail with this key is ever written. */
  dedupeKey?: string;
};

/** Writes mails in the caller's transaction. The sweep finds them once they are committed, so nothing is published. */
export async function writeMails(
  db: Pick<Prisma.TransactionClient, 'mail'>,
  mails: NewMail[],
  at: Date,
): Promise<void> {
  const data = mails.map(({ to, subject, text, hasSecret, dedupeKey }) => {
    if (text.length > textCharactersMax) throw new Error(`a mail has at most ${textCharactersMax} characters`);
    const line = oneLine(subject, subjectCharactersMax);
    return { id: uuidv7(), to, subject: line, text, hasSecret, dedupeKey, nextAttemptAt: at, createdAt: at };
  });
  await db.mail.createMany({ data, skipDuplicates: true });
}
