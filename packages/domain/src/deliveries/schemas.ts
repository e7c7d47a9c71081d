import { z } from 'zod';
import { tenantFields } from '../endpoints/index.ts';
import { idSchema } from '../kernel/input.ts';

export const deliverySchema = z.strictObject({ deliveryId: idSchema, ...tenantFields });
export type DeliveryInput = z.input<typeof deliverySchema>;

/** What one order of a person may send again. `recoverFailed` is for more. */
const resendMax = 100;

export const resendDeliveriesSchema = z.strictObject({
  deliveryIds: z
    .array(idSchema)
    .min(1, { error: 'must have at least one delivery' })
    .max(resendMax, { error: `must have at most ${resendMax} deliveries` }),
  ...tenantFields,
});
export type ResendDeliveriesInput = z.input<typeof resendDeliveriesSchema>;
