import { OrderKind } from '@tillgate/db';
import { z } from 'zod';
import { idSchema } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { requestOrderSchema } from '../../orders/index.ts';

const pageSizeMax = 100;
const pageSizeDefault = 25;
/** How many requests one call asks about. */
const requestsMax = 60;

export const listOrdersSchema = z.object({
  /** `waiting` for another person, or `decided`. Default: all. */
  state: z.enum(['waiting', 'decided'], { error: issues.either({ values: 'waiting or decided' }) }).optional(),
  kinds: z.array(z.enum(OrderKind, { error: issues.orderKind })).optional(),
  /** The order about this payment, or that made this disbursement. */
  resourceId: idSchema.optional(),
  /** Continues after this order. */
  before: idSchema.optional(),
  limit: z.int({ error: issues.wholeNumber }).min(1).max(pageSizeMax).default(pageSizeDefault),
});
export type ListOrdersInput = z.input<typeof listOrdersSchema>;

export const findRequestsSchema = z.object({
  /** As they were given when the orders were requested. */
  requestKeys: z.array(requestOrderSchema.shape.requestKey).min(1).max(requestsMax),
});
export type FindRequestsInput = z.input<typeof findRequestsSchema>;
