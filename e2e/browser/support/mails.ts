import { readMailText } from '@tillgate/domain/mails';
import { until } from '../../support/until.ts';
import type { Stack } from './stack.ts';

export type ReadMail = { subject: string; text: string; links: string[] };

/** Waits for an email as its reader would; the newest that matches. */
export function createMailbox(stack: Stack) {
  return (address: string, { subject }: { subject?: RegExp } = {}): Promise<ReadMail> =>
    until(`a mail to ${address}`, async () => {
      const mails = await stack.ctx.db.prisma.mail.findMany({
        where: { to: address },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      const mail = mails.find((one) => subject?.test(one.subject) ?? true);
      if (!mail) return undefined;
      const text = readMailText(stack.ctx.open, mail);
      return { subject: mail.subject, text, links: text.match(/https?:\/\/\S+/g) ?? [] };
    });
}
