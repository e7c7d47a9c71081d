import type { PersonContext } from '../../users/index.ts';

export type Account = {
  email: string;
  name: string | null;
  hasPassword: boolean;
  /** Null without an authenticator app that counts. */
  secondFactor: { confirmedAt: Date; recoveryCodesLeft: number } | null;
  /** Identity providers that know the person, by issuer. */
  issuers: string[];
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
  };
}
