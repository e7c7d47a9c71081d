import type { Prisma } from '@tillgate/db';

/**
 * Emails about an organization that a person may switch off. Emails about their own account, keys and policies cannot be
 * switched off, because they report actions that somebody else may have taken.
 */
export const mutableMails = ['approvals', 'reviews', 'endpoints', 'float', 'exports'] as const;
export type MutableMail = (typeof mutableMails)[number];

/**
 * The condition on members who get emails: not disabled, and this kind is not switched off.
 * @param kind undefined for emails that cannot be switched off
 */
export function mailReaders(kind?: MutableMail): Prisma.UserWhereInput {
  return { disabledAt: null, ...(kind && { NOT: { mutedMails: { has: kind } } }) };
}
