import { z } from 'zod';
import { whose } from '../endpoints/index.ts';
import { idSchema } from '../input.ts';

export const deliverySchema = z.strictObject({ deliveryId: idSchema, ...whose });
export type DeliveryInput = z.input<typeof deliverySchema>;
