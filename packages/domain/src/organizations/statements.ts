import { type Prisma, sql } from '@tillgate/db';

// Every statement that writes the suspension of an organization is in this file.

type Tx = Prisma.TransactionClient;

/** Locks an organization until the transaction ends, so that changes to its members happen one by one. */
export async function lockOrganization(tx: Tx, organizationId: string): Promise<void> {
  await tx.$queryRaw(sql`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR UPDATE`);
}

type Suspension = { suspendedAt: Date | null; suspensionReason: string | null };

export async function recordSuspension(tx: Tx, organizationId: string, suspension: Suspension): Promise<void> {
  await tx.organization.update({ where: { id: organizationId }, data: suspension });
}
