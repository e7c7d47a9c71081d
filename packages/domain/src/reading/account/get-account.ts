import type { WithDashboardUrl } from '../../kernel/context.ts';
import { type MutableMail, mutableMails } from '../../mails/index.ts';
import { listWaysIn, type PersonContext, passkeySite, type WayIn } from '../../users/index.ts';

export type Account = {
  email: string;
  name: string | null;
  hasPassword: boolean;
  /** Null without a confirmed authenticator app. */
  secondFactor: { confirmedAt: Date; recoveryCodesLeft: number } | null;
  /** Ways to sign in besides the password, the newest first. */
  waysIn: WayIn[];
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  /** Whether browsers allow passkeys for the address of the dashboard. */
  canAddPasskeys: boolean;
  /** Identity providers that know the person, by issuer. */
  issuers: string[];
  /** Whether the person gets the emails that can be switched off, by kind. */
  mails: Record<MutableMail, boolean>;
};

/** The sign-in settings of a person. */
export async function getAccount(ctx: PersonContext & WithDashboardUrl): Promise<Account> {
  const { userId } = ctx.person;
  const user = await ctx.db.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    include: {
      secondFactor: true,
      identities: { orderBy: { issuer: 'asc' } },
      passkeys: { orderBy: { createdAt: 'asc' }, select: { id: true, name: true, createdAt: true, lastUsedAt: true } },
    },
  });
  const recoveryCodesLeft = await ctx.db.prisma.recoveryCode.count({ where: { userId, usedAt: null } });
  const confirmedAt = user.secondFactor?.confirmedAt;
  return {
    email: user.email,
    name: user.name,
    hasPassword: user.passwordHash !== null,
    secondFactor: confirmedAt ? { confirmedAt, recoveryCodesLeft } : null,
    waysIn: await listWaysIn(ctx.db.prisma, userId, ctx.clock.now()),
    passkeys: user.passkeys,
    canAddPasskeys: passkeySite(ctx.dashboardUrl) !== undefined,
    issuers: user.identities.map(({ issuer }) => issuer),
    mails: mailsOf(user.mutedMails),
  };
}

function mailsOf(muted: string[]): Record<MutableMail, boolean> {
  return Object.fromEntries(mutableMails.map((kind) => [kind, !muted.includes(kind)])) as Record<MutableMail, boolean>;
}
