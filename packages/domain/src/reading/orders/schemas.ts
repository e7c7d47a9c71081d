import { OrderKind } from '@tillgate/db';
import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';

const pageSizeMax = 100;
const pageSizeDefault = 25;

export const listOrdersSchema = z.object({
  /** `waiting` for another person; `decided` about by one, or never; without it, all. */
  state: z.enum(['waiting', 'decided'], { error: issues.either({ values: 'waiting or decided' }) }).optional(),
  kinds: z.array(z.enum(OrderKind, { error: issues.orderKind })).optional(),
  /** About this payment, or what made this disbursement. */
  resourceId: idSchema.optional(),
  /** Continues after this order. */
  before: idSchema.optional(),
  limit: z.int({ error: issues.wholeNumber }).min(1).max(pageSizeMax).default(pageSizeDefault),
});
export type ListOrdersInput = z.input<typeof listOrdersSchema>;
