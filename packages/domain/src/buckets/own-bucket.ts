import type { Prisma } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';

type Db = Pick<Prisma.TransactionClient, 'bucket'>;

/** What everybody may read of a bucket: all but the sealed key. */
export const shownBucket = {
  id: true,
  name: true,
  endpoint: true,
  region: true,
  bucket: true,
  prefix: true,
  pathStyle: true,
  accessKeyId: true,
  createdBy: true,
  createdAt: true,
  keysReplacedAt: true,
} as const;

/** The name and folder of a bucket of a tenant; null when it has no such bucket. */
export function findBucket(
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<{ id: string; name: string; prefix: string } | null> {
  return db.bucket.findFirst({ where: { id, ...tenant }, select: { id: true, name: true, prefix: true } });
}

/** @throws DomainError not_found, the same for a foreign and a missing one */
export async function requireBucket(
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<{ id: string; name: string; prefix: string }> {
  const bucket = await findBucket(db, tenant, id);
  if (!bucket) throw notFound('bucket');
  return bucket;
}
