import type { MailModel } from '@tillgate/db';
import type { Attachment, Open } from '../ports/ports.ts';
import { mailTextPlace } from '../sealing/index.ts';

/**
 * The text of an email as its reader gets it.
 * @throws Error when the text is sealed and this process cannot open it
 */
export function readMailText(open: Open, mail: Pick<MailModel, 'id' | 'to' | 'text' | 'sealedText'>): string {
  return mail.sealedText === null ? mail.text : open(mail.sealedText, mailTextPlace(mail));
}

/** The attachment of an email; undefined without one, or when it was removed. */
export function attachmentOf({
  attachment: bytes,
  attachmentName: name,
  attachmentType: contentType,
}: Pick<MailModel, 'attachment' | 'attachmentName' | 'attachmentType'>): Attachment | undefined {
  return bytes === null || name === null || contentType === null ? undefined : { name, contentType, bytes };
}
