import type { Prisma, Role } from '@tillgate/db';
import { audit } from '../audit/index.ts';
import type { ActorContext } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { recordKeyRevoked } from '../keys/index.ts';
import { may, mayChangeRole } from '../organizations/index.ts';
import { recordTokenRevoked } from '../reporting-tokens/index.ts';
import { couldMakeKey, type KeyOfMember, listLiveKeysOf } from './keys-of-member.ts';
import { memberIssues } from './refusals.ts';
import { recordInvitationRevoked } from './statements.ts';

/** Credentials that a former member created: those that still work, and those that were revoked. */
export type Outlived = {
  /** Open invitations of theirs, now withdrawn. */
  withdrawnInvitations: { invitationId: string; email: string; role: Role }[];
  revokedKeys: KeyOfMember[];
  /** Keys of theirs that still work. */
  liveKeys: KeyOfMember[];
  /** Active reporting tokens of theirs, now revoked. */
  revokedTokens: { tokenId: string; name: string; lastFour: string }[];
};

type Member = { organizationId: string; userId: string };
type Change = Member & {
  /** Their new role; undefined: not a member. */
  to: Role | undefined;
  /** What to do with keys that the role could not create. */
  keys: 'revoke' | 'keep' | undefined;
  /** The action that caused this, for the audit entries. */
  because: string;
};

/**
 * Revokes credentials that the role could not create: open invitations and reporting tokens always, active API keys as
 * `keys` says. Call it under the organization's lock.
 * @throws DomainError invalid_input when there are such keys and `keys` says nothing
 */
export async function endWhatOutlives(
  ctx: ActorContext,
  tx: Prisma.TransactionClient,
  { organizationId, userId, to, keys, because }: Change,
): Promise<Outlived> {
  const outlived = await listOutlivedKeys(ctx, tx, { organizationId, userId }, to);
  if (outlived.length > 0 && keys === undefined) {
    throw invalidInput(issue('keys', memberIssues.keysDecision));
  }
  const withdrawnInvitations = await withdrawInvitations(ctx, tx, { organizationId, userId, to, because });
  const revokedTokens = await revokeTokens(ctx, tx, { organizationId, userId, to, because });
  if (keys !== 'revoke') return { withdrawnInvitations, revokedKeys: [], liveKeys: outlived, revokedTokens };
  await revokeKeys(ctx, tx, organizationId, outlived, because);
  return { withdrawnInvitations, revokedKeys: outlived, liveKeys: [], revokedTokens };
}

/** The active keys of a person that a member of this role could not create. */
export async function listOutlivedKeys(
  ctx: Pick<ActorContext, 'clock'>,
  db: Pick<Prisma.TransactionClient, 'apiKey'>,
  member: Member,
  to: Role | undefined,
): Promise<KeyOfMember[]> {
  const live = await listLiveKeysOf(db, member, ctx.clock.now());
  return live.filter((key) => !couldMakeKey(to, key));
}

async function withdrawInvitations(
  ctx: ActorContext,
  tx: Prisma.TransactionClient,
  { organizationId, userId, to, because }: Omit<Change, 'keys'>,
): Promise<Outlived['withdrawnInvitations']> {
  const now = ctx.clock.now();
  const open = await tx.invitation.findMany({
    where: { organizationId, invitedBy: `user:${userId}`, acceptedAt: null, revokedAt: null },
    orderBy: { createdAt: 'asc' },
  });
  const ending = open.filter(({ role }) => to === undefined || !mayChangeRole(to, undefined, role));
  for (const { id, email, role } of ending) {
    await recordInvitationRevoked(tx, id, now);
    const detail = { email, role, because, invitedBy: `user:${userId}` };
    const action = 'invitation.revoked';
    await audit(tx, { actor: ctx.actor, action, subjectId: id, organizationId, detail, at: now });
  }
  return ending.map(({ id, email, role }) => ({ invitationId: id, email, role }));
}

async function revokeKeys(
  ctx: ActorContext,
  tx: Prisma.TransactionClient,
  organizationId: string,
  keys: KeyOfMember[],
  because: string,
): Promise<void> {
  const now = ctx.clock.now();
  for (const { keyId, applicationId, environment, lastFour } of keys) {
    if (!(await recordKeyRevoked(tx, keyId, now))) continue;
    await audit(tx, {
      actor: ctx.actor,
      action: 'key.revoked',
      subjectId: keyId,
      organizationId,
      applicationId,
      detail: { environment, lastFour, because },
      at: now,
    });
  }
}

async function revokeTokens(
  ctx: ActorContext,
  tx: Prisma.TransactionClient,
  { organizationId, userId, to, because }: Omit<Change, 'keys'>,
): Promise<Outlived['revokedTokens']> {
  if (to !== undefined && may(to, 'reportingTokens.write')) return [];
  const now = ctx.clock.now();
  const live = await tx.reportingToken.findMany({
    where: { organizationId, createdBy: `user:${userId}`, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { createdAt: 'asc' },
    select: { id: true, name: true, lastFour: true, applicationId: true },
  });
  for (const { id, lastFour, applicationId } of live) {
    if (!(await recordTokenRevoked(tx, id, now))) continue;
    await audit(tx, {
      actor: ctx.actor,
      action: 'reporting_token.revoked',
      subjectId: id,
      organizationId,
      applicationId: applicationId ?? undefined,
      detail: { lastFour, because },
      at: now,
    });
  }
  return live.map(({ id, name, lastFour }) => ({ tokenId: id, name, lastFour }));
}
