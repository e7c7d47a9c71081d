import { until } from '../../support/until.ts';
import type { Stack } from './stack.ts';

export type ReadMail = { subject: string; text: string; links: string[] };

/** Waits for a mail as its reader would; the newest that matches. */
export function createMailbox(stack: Stack) {
  return (address: string, { subject }: { subject?: RegExp } = {}): Promise<ReadMail> =>
    until(`a mail to ${address}`, async () => {
      const mails = await stack.ctx.db.prisma.mail.findMany({
        where: { to: address },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      });
      const mail = mails.find((one) => subject?.test(one.subject) ?? true);
      return mail && { subject: mail.subject, text: mail.text, links: mail.text.match(/https?:\/\/\S+/g) ?? [] };
    });
}
