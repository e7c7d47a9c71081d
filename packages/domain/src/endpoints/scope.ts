import type { Environment, Prisma, WebhookEndpointModel } from '@tillgate/db';
import { DomainError } from '../errors.ts';

/** Narrows to one tenant; what is left out does not narrow, which is for operators alone. */
export type Whose = { applicationId?: string; environment?: Environment };

export function whoseEndpoints({ applicationId, environment }: Whose): Prisma.WebhookEndpointWhereInput {
  return { applicationId, environment };
}

export type OwnEndpoint = WebhookEndpointModel & { application: { organizationId: string } };

/**
 * An endpoint that is not deleted, held until the transaction ends, so that two changes at once see each other.
 * @throws DomainError not_found, the same for a foreign, a missing and a deleted one
 */
export async function lockEndpoint(
  tx: Prisma.TransactionClient,
  which: Whose & { endpointId: string },
): Promise<OwnEndpoint> {
  const { endpointId, applicationId = null, environment = null } = which;
  await tx.$queryRaw`
    SELECT 1 FROM webhook_endpoints WHERE id = ${endpointId}::uuid
      AND application_id = coalesce(${applicationId}::uuid, application_id)
      AND environment = coalesce(${environment}::"Environment", environment)
    FOR NO KEY UPDATE`;
  return getOwnEndpoint(tx, which);
}

/**
 * An endpoint that is not deleted.
 * @throws DomainError not_found, the same for a foreign, a missing and a deleted one
 */
export async function getOwnEndpoint(
  db: Pick<Prisma.TransactionClient, 'webhookEndpoint'>,
  which: Whose & { endpointId: string },
): Promise<OwnEndpoint> {
  const endpoint = await db.webhookEndpoint.findFirst({
    where: { id: which.endpointId, ...whoseEndpoints(which), deletedAt: null },
    include: { application: { select: { organizationId: true } } },
  });
  if (!endpoint) throw unknownEndpoint();
  return endpoint;
}

export function unknownEndpoint(): DomainError {
  return new DomainError('not_found', 'There is no such webhook endpoint.');
}

/** Whose audit an act on an endpoint belongs to. */
export function auditOwner(endpoint: OwnEndpoint): { organizationId: string; applicationId: string } {
  return { organizationId: endpoint.application.organizationId, applicationId: endpoint.applicationId };
}

/** @throws DomainError invalid_input unless something may be sent there */
export function requireEnabled(endpoint: Pick<WebhookEndpointModel, 'status' | 'deletedAt'>): void {
  if (endpoint.deletedAt) throw new DomainError('invalid_input', 'The endpoint is deleted: nothing is sent to it.');
  if (endpoint.status === 'disabled') {
    throw new DomainError('invalid_input', 'The endpoint is disabled: enable it first.');
  }
}

/**
 * Whether the tenant has or had such an endpoint: what it was sent stays readable after it is deleted.
 * @throws DomainError not_found
 */
export async function requireKnown(
  db: Pick<Prisma.TransactionClient, 'webhookEndpoint'>,
  which: Whose & { endpointId: string },
): Promise<void> {
  const count = await db.webhookEndpoint.count({ where: { id: which.endpointId, ...whoseEndpoints(which) } });
  if (count === 0) throw unknownEndpoint();
}
