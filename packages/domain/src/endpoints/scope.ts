import type { Prisma, Queryable, WebhookEndpointModel } from '@tillgate/db';
import { DomainError, notFound } from '../kernel/errors.ts';
import { endpointRefusals } from './refusals.ts';
import { isKnownEndpoint, type LockedEndpoint, lockEndpointRow } from './settings-statements.ts';
import type { TenantFilter } from './tenant-statements.ts';

/** The Prisma filter for a tenant's endpoints, deleted ones included. */
export function endpointsOf({ applicationId, environment }: TenantFilter): Prisma.WebhookEndpointWhereInput {
  return { applicationId, environment };
}

/**
 * Locks an endpoint that is not deleted until the transaction ends, so that concurrent changes run one after another.
 * @throws DomainError not_found, the same for a foreign, a missing and a deleted one
 */
export async function lockEndpoint(
  db: Queryable,
  which: TenantFilter & { endpointId: string },
): Promise<LockedEndpoint> {
  const endpoint = await lockEndpointRow(db, which);
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}

/**
 * An endpoint that is not deleted.
 * @throws DomainError not_found, the same for a foreign, a missing and a deleted one
 */
export async function getOwnEndpoint(
  db: Pick<Prisma.TransactionClient, 'webhookEndpoint'>,
  which: TenantFilter & { endpointId: string },
): Promise<WebhookEndpointModel> {
  const endpoint = await db.webhookEndpoint.findFirst({
    where: { id: which.endpointId, ...endpointsOf(which), deletedAt: null },
  });
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}

/** @throws DomainError invalid_input when the endpoint is disabled or deleted */
export function requireEnabled(endpoint: Pick<WebhookEndpointModel, 'status' | 'deletedAt'>): void {
  if (endpoint.deletedAt) throw new DomainError('invalid_input', endpointRefusals.endpointDeleted);
  if (endpoint.status === 'disabled') {
    throw new DomainError('invalid_input', endpointRefusals.endpointDisabled);
  }
}

/**
 * Checks that the tenant has or had the endpoint. Deliveries stay readable after it is deleted.
 * @throws DomainError not_found
 */
export async function requireKnown(db: Queryable, which: TenantFilter & { endpointId: string }): Promise<void> {
  if (!(await isKnownEndpoint(db, which))) throw notFound('webhook endpoint');
}
