import type { Prisma } from '@tillgate/db';

/** Serializes what changes how a person signs in, until the transaction ends. */
export async function lockUser(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
}
