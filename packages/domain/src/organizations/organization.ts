import type { Prisma } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/index.ts';
import type { Actor } from '../kernel/context.ts';

/** Writes an organization with its first owner in the caller's transaction. */
export async function insertOrganization(
  tx: Prisma.TransactionClient,
  organization: { name: string; ownerUserId: string; actor: Actor; at: Date },
): Promise<string> {
  const { name, ownerUserId, actor, at } = organization;
  const id = uuidv7();
  await tx.organization.create({
    data: {
      id,
      name,
      createdAt: at,
      memberships: {
        create: { userId: ownerUserId, role: 'owner', createdAt: at, roleSince: at, vouchedBy: 'operator' },
      },
    },
  });
  await audit(tx, {
    actor,
    action: 'organization.created',
    subjectId: id,
    organizationId: id,
    detail: { name, ownerUserId },
    at,
  });
  return id;
}
