import type { Environment, Prisma } from '@tillgate/db';

/** An API key that works, and who made it may know it. */
export type KeyOfMember = {
  keyId: string;
  name: string;
  lastFour: string;
  environment: Environment;
  applicationId: string;
  applicationName: string;
};

const keysShownMax = 100;

/** The live keys of an organization that a person created or rotated, those of production first. */
export async function listLiveKeysOf(
  tx: Prisma.TransactionClient,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: Date,
): Promise<KeyOfMember[]> {
  const rows = await tx.apiKey.findMany({
    where: {
      createdBy: `user:${userId}`,
      application: { organizationId },
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    orderBy: [{ environment: 'desc' }, { createdAt: 'desc' }],
    take: keysShownMax,
    select: {
      id: true,
      name: true,
      lastFour: true,
      environment: true,
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
