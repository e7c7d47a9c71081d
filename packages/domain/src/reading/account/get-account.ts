import { type MutableMail, mutableMails } from '../../mails/index.ts';
import type { PersonContext } from '../../users/index.ts';

export type Account = {
  email: string;
  name: string | null;
  hasPassword: boolean;
  /** Null without an authenticator app that counts. */
  secondFactor: { confirmedAt: Date; recoveryCodesLeft: number } | null;
  /** Identity providers that know the person, by issuer. */
  issuers: string[];
  /** Whether the person gets the mails that can be switched off, by kind. */
  mails: Record<MutableMail, boolean>;
};

/** What the person may know about how they sign in. */
export async function getAccount(ctx: PersonContext): Promise<Account> {
  const { userId } = ctx.person;
  const user = await ctx.db.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: { secondFactor: true, identities: { orderBy: { issuer: 'asc' } } },
  });
  const recoveryCodesLeft = await ctx.db.prisma.recoveryCode.count({ where: { userId, usedAt: null } });
  const confirmedAt = user.secondFactor?.confirmedAt;
  return {
    email: user.email,
    name: user.name,
    hasPassword: user.passwordHash !== null,
    secondFactor: confirmedAt ? { confirmedAt, recoveryCodesLeft } : null,
    issuers: user.identities.map(({ issuer }) => issuer),
    mails: mailsOf(user.mutedMails),
  };
}

function mailsOf(muted: string[]): Record<MutableMail, boolean> {
  return Object.fromEntries(mutableMails.map((kind) => [kind, !muted.includes(kind)])) as Record<MutableMail, boolean>;
}
