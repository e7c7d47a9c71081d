import type { MailModel } from '@tillgate/db';
import type { Open } from '../ports.ts';
import { mailTextPlace } from '../sealing/index.ts';

/**
 * The text of a mail as its reader gets it.
 * @throws Error when the text is sealed and this process cannot open it
 */
export function readMailText(open: Open, mail: Pick<MailModel, 'id' | 'to' | 'text' | 'sealedText'>): string {
  return mail.sealedText === null ? mail.text : open(mail.sealedText, mailTextPlace(mail));
}
