import type { Prisma } from '@tillgate/db';

/**
 * Emails about an organization that a person may switch off. Emails about their own account, keys and policies
 * always come: they report what somebody else may have done.
 */
export const mutableMails = ['approvals', 'reviews', 'endpoints', 'float', 'exports'] as const;
export type MutableMail = (typeof mutableMails)[number];

/**
 * Who of the members gets emails: nobody who is disabled, and nobody who switched this kind off.
 * @param kind left out for emails that cannot be switched off
 */
export function mailReaders(kind?: MutableMail): Prisma.UserWhereInput {
  return { disabledAt: null, ...(kind && { NOT: { mutedMails: { has: kind } } }) };
}
