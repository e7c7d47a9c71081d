import { z } from 'zod';
import { issues } from '../../kernel/refusals.ts';
import { browseFilterShape, netStatuses } from '../payments/browse-filter.ts';
import { resolved } from '../payments/browse-payments.ts';
import { scanned } from '../payments/browse-statements.ts';
import { paymentColumns } from '../payments/payment-columns.ts';
import { sourceOf } from './source.ts';

/** How many payments one slice reads to find matching ones. */
const scanMax = 30_000;

const { createdFrom: _from, createdTo: _to, ...filterShape } = browseFilterShape;

/** Payments, with the columns of the files of `/api/reports`. */
export const paymentsSource = sourceOf({
  permission: 'payments.read',
  filter: z.object({
    ...filterShape,
    needsReview: z.boolean({ error: issues.boolean }).optional(),
    net: z.enum(netStatuses, { error: issues.oneOf({ values: netStatuses.join(', ') }) }).optional(),
  }),
  periodFields: ['createdFrom', 'createdTo'],
  query: async (ctx, filter) => scanned(ctx.tenant, await resolved(ctx, filter), scanMax),
  columns: paymentColumns,
});
