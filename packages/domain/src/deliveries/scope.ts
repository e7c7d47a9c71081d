import type { Prisma, WebhookDeliveryModel } from '@tillgate/db';
import type { OwnEndpoint, Whose } from '../endpoints/index.ts';
import { DomainError } from '../errors.ts';

export type OwnDelivery = WebhookDeliveryModel & { endpoint: OwnEndpoint };

/**
 * A delivery, held until the transaction ends, and its endpoint, which cannot be disabled meanwhile.
 * @throws DomainError not_found, the same for a foreign and a missing one
 */
export async function lockDelivery(
  tx: Prisma.TransactionClient,
  which: Whose & { deliveryId: string },
): Promise<OwnDelivery> {
  const { deliveryId, applicationId = null, environment = null } = which;
  // The delivery before its endpoint, as the workers do it: the other way round could deadlock with them.
  const [held] = await tx.$queryRaw<{ endpointId: string }[]>`
    SELECT d.endpoint_id AS "endpointId" FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
    WHERE d.id = ${deliveryId}::uuid AND e.application_id = coalesce(${applicationId}::uuid, e.application_id)
      AND e.environment = coalesce(${environment}::"Environment", e.environment)
    FOR NO KEY UPDATE OF d`;
  if (!held) throw unknownDelivery();
  await tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${held.endpointId}::uuid FOR SHARE`;
  return tx.webhookDelivery.findUniqueOrThrow({
    where: { id: deliveryId },
    include: { endpoint: { include: { application: { select: { organizationId: true } } } } },
  });
}

export function unknownDelivery(): DomainError {
  return new DomainError('not_found', 'There is no such delivery.');
}
