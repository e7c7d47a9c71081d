import { DeliveryStatus } from '@tillgate/db';
import { z } from 'zod';
import { eventTypeSchema, momentSchema, whichEndpoint } from '../../endpoints/index.ts';
import { idSchema, wholeNumber } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';

const pageSizeMax = 100;
const pageSizeDefault = 20;

export const listDeliveriesSchema = z.strictObject({
  ...whichEndpoint,
  status: z
    .enum(DeliveryStatus, { error: issues.oneOf({ values: Object.values(DeliveryStatus).join(', ') }) })
    .optional(),
  type: eventTypeSchema.optional(),
  /** Made at or after. */
  since: momentSchema.optional(),
  /** Made before. */
  until: momentSchema.optional(),
  limit: wholeNumber(1, pageSizeMax).default(pageSizeDefault),
  /** Continues after this delivery: the `next` of the previous page. */
  before: idSchema.optional(),
});
export type ListDeliveriesInput = z.input<typeof listDeliveriesSchema>;
