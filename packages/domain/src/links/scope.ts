import type { Queryable } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { Tenant } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import type { LinkRow } from './link-view.ts';
import { lockLink } from './statements.ts';

/**
 * A link of the tenant, locked until the transaction ends.
 * @throws DomainError not_found: a foreign, a missing and a malformed id look the same
 */
export async function lockOwnLink(db: Queryable, linkId: string, tenant: Tenant): Promise<LinkRow> {
  const link = isUuid(linkId) ? await lockLink(db, linkId, tenant) : undefined;
  if (!link) throw notFound('payment link');
  return link;
}
