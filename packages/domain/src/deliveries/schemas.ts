import { z } from 'zod';
import { tenantFields } from '../endpoints/index.ts';
import { idSchema } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { deliveryIssues } from './refusals.ts';

export const deliverySchema = z.strictObject({ deliveryId: idSchema, ...tenantFields });
export type DeliveryInput = z.input<typeof deliverySchema>;

/** Most deliveries that one request sends again. `recoverFailed` sends more. */
const resendMax = 100;

export const resendDeliveriesSchema = z.strictObject({
  deliveryIds: z
    .array(idSchema)
    .min(1, { error: deliveryIssues.tooFewDeliveries })
    .max(resendMax, { error: issues.tooManyEntries({ max: resendMax, what: 'deliveries' }) }),
  ...tenantFields,
});
export type ResendDeliveriesInput = z.input<typeof resendDeliveriesSchema>;
