import type { Context } from '../kernel/context.ts';
import { readStored } from '../kernel/stored.ts';
import { hashOfToken } from './link-token.ts';
import { findPublicAttempt, findPublicLink, type PublicAttempt, type PublicLinkRow } from './public-statements.ts';
import { returnUrlIssue } from './return-url.ts';
import { fieldsSchema, type LinkField } from './schemas.ts';

/** A link as its page shows it to anybody who has the address. */
export type PublicLink = Omit<PublicLinkRow, 'fields' | 'returnHosts'> & { fields: LinkField[] };

/** Reading asks for no authority: whoever has the address of a page may see it. */
type Reader = Pick<Context, 'db'>;

/** The link of an address, or undefined. It takes the same time for any text. */
export async function readPublicLink({ db }: Reader, token: string): Promise<PublicLink | undefined> {
  const row = await findPublicLink(db.pool, hashOfToken(token));
  if (!row) return undefined;
  const { returnHosts, ...link } = row;
  return {
    ...link,
    // People may have taken its host off their list since.
    returnUrl: returnUrlIssue(link.returnUrl, { returnHosts }) ? null : link.returnUrl,
    fields: readStored(fieldsSchema, link.fields, `The fields of link ${link.id}`),
  };
}

/** The attempt of an address below that of its link, or undefined. */
export function readPublicAttempt(
  { db }: Reader,
  link: Pick<PublicLink, 'id'>,
  attemptToken: string,
): Promise<PublicAttempt | undefined> {
  return findPublicAttempt(db.pool, { linkId: link.id, tokenHash: hashOfToken(attemptToken) });
}

/** A number as pages show it: `254712345678` becomes `0712 ••• 678`. */
export function maskedPhone(phone: string): string {
  return `0${phone.slice(3, 6)} ••• ${phone.slice(9)}`;
}
