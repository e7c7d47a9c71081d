import { z } from 'zod';
import { tenantFields } from '../endpoints/index.ts';
import { idSchema } from '../input.ts';

export const deliverySchema = z.strictObject({ deliveryId: idSchema, ...tenantFields });
export type DeliveryInput = z.input<typeof deliverySchema>;
