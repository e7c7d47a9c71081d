import type { Environment, Prisma, Role } from '@tillgate/db';
import { movesMoneyOut, type Scope } from '../kernel/authority.ts';
import { may } from '../organizations/index.ts';

/** An active API key. Its creator may have a copy of it. */
export type KeyOfMember = {
  keyId: string;
  name: string;
  lastFour: string;
  environment: Environment;
  scopes: Scope[];
  lastUsedAt: Date | null;
  applicationId: string;
  applicationName: string;
};

/** Whether a member of this role could create such a key; undefined: not a member. */
export function couldMakeKey(
  role: Role | undefined,
  { environment, scopes }: { environment: Environment; scopes: readonly Scope[] },
): boolean {
  if (role === undefined || !may(role, 'keys.write')) return false;
  return environment === 'sandbox' || !movesMoneyOut(scopes) || may(role, 'keys.grant');
}

/** The active keys that a person created or rotated, production first. With `organizationId`, those of one organization. */
export async function listLiveKeysOf(
  db: Pick<Prisma.TransactionClient, 'apiKey'>,
  { organizationId, userId }: { organizationId?: string; userId: string },
  now: Date,
): Promise<KeyOfMember[]> {
  const rows = await db.apiKey.findMany({
    where: {
      createdBy: `user:${userId}`,
      ...(organizationId !== undefined && { application: { organizationId } }),
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    orderBy: [{ environment: 'desc' }, { createdAt: 'desc' }],
    select: {
      id: true,
      name: true,
      lastFour: true,
      environment: true,
      scopes: true,
      lastUsedAt: true,
      application: { select: { id: true, name: true } },
    },
  });
  return rows.map(({ id, application, ...row }) => ({
    keyId: id,
    ...row,
    applicationId: application.id,
    applicationName: application.name,
  }));
}
