import { z } from 'zod';
import { tenantFields } from '../endpoints/index.ts';
import { idSchema } from '../kernel/input.ts';

export const deliverySchema = z.strictObject({ deliveryId: idSchema, ...tenantFields });
export type DeliveryInput = z.input<typeof deliverySchema>;

/** How many deliveries one request of a person sends again. `recoverFailed` sends more. */
const resendMax = 100;

export const resendDeliveriesSchema = z.strictObject({
  deliveryIds: z
    .array(idSchema)
    .min(1, { error: 'must have at least one delivery' })
    .max(resendMax, { error: `must have at most ${resendMax} deliveries` }),
  ...tenantFields,
});
export type ResendDeliveriesInput = z.input<typeof resendDeliveriesSchema>;
