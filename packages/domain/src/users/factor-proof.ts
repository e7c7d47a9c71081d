import type { Prisma } from '@tillgate/db';
import { DomainError } from '../kernel/errors.ts';
import type { PersonContext, WithIdentity } from './identity.ts';
import { passkeySite } from './passkey.ts';
import { userRefusals } from './refusals.ts';
import { isRecentlyAuthenticated } from './session.ts';

/** The person must prove their identity again first. */
export class ReauthenticationRequired extends DomainError {
  constructor() {
    super('forbidden', userRefusals.proveYourself);
    this.name = 'ReauthenticationRequired';
  }
}

/** The factors of a person besides the password that work at the address of this dashboard. */
export type Factors = { authenticator: boolean; passkeys: boolean };

export async function findFactors(
  { dashboardUrl }: Pick<WithIdentity, 'dashboardUrl'>,
  db: Pick<Prisma.TransactionClient, 'passkey' | 'secondFactor'>,
  userId: string,
): Promise<Factors> {
  const authenticator = await db.secondFactor.count({ where: { userId, confirmedAt: { not: null } } });
  const passkeys = passkeySite(dashboardUrl) ? await db.passkey.count({ where: { userId } }) : 0;
  return { authenticator: authenticator > 0, passkeys: passkeys > 0 };
}

/**
 * Refuses a person with a passkey or an authenticator app who has not recently proved it in this session. The password is
 * not enough to change how they sign in, because a thief of it could get permanent access.
 * @throws ReauthenticationRequired
 */
export async function demandFactorProof(
  ctx: PersonContext & WithIdentity,
  tx: Pick<Prisma.TransactionClient, 'passkey' | 'secondFactor' | 'session'>,
): Promise<void> {
  const { userId, sessionId } = ctx.person;
  const factors = await findFactors(ctx, tx, userId);
  if (!factors.authenticator && !factors.passkeys) return;
  const session = await tx.session.findFirst({ where: { id: sessionId, userId, revokedAt: null } });
  const provedAt = session?.secondFactorAt;
  if (!provedAt || !isRecentlyAuthenticated(provedAt, ctx.clock.now())) throw new ReauthenticationRequired();
}

/**
 * Records that a person gets a passkey or an authenticator app while they have neither and an organization of theirs
 * requires one: no earlier factor can prove who they are. Call it before the new one is written.
 */
export async function noteFirstFactor(ctx: PersonContext & WithIdentity, tx: Prisma.TransactionClient): Promise<void> {
  const { userId } = ctx.person;
  const factors = await findFactors(ctx, tx, userId);
  if (factors.authenticator || factors.passkeys) return;
  const requiring = { userId, organization: { requiredSignIn: 'second_factor' as const } };
  if ((await tx.membership.count({ where: requiring })) === 0) return;
  await tx.user.update({ where: { id: userId }, data: { firstFactorAt: ctx.clock.now() } });
}
