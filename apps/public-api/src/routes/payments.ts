import { listPayments, listPaymentsSchema } from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

const paymentSchema = z
  .strictObject({
    paymentId: z.uuid(),
    status: z.enum(['pending', 'success', 'failed']),
    source: z.enum(['stk', 'c2b']).meta({ description: 'stk: by prompt. c2b: offline.' }),
    amount: z.int().meta({ description: 'Whole KES; once settled, what was really paid.' }),
    phone: z.string().nullable().meta({ description: 'Of an offline payment as the provider tells it, often masked.' }),
    accountRef: z.string(),
    providerReceipt: z.string().nullable(),
    checkoutRequestId: z.string().nullable(),
    resultCode: z.union([z.int(), z.string()]).nullable(),
    resultDesc: z.string().nullable(),
    createdAt: z.iso.datetime(),
    settledAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Payment' });

export const paymentPageSchema = z
  .strictObject({
    payments: z.array(paymentSchema),
    next: z.uuid().nullable().meta({ description: 'Send it as `before` for the page that follows; null on the last.' }),
  })
  .meta({ id: 'PaymentPage' });

/** GET /payments. */
export function paymentsRoute(app: Routes, deps: Deps): void {
  app.get(
    '/payments',
    {
      schema: {
        operationId: 'listPayments',
        summary: 'List payments',
        description: 'Newest first, a page at a time. Payments that come meanwhile do not move the pages that follow.',
        tags: ['Collections'],
        querystring: listPaymentsSchema,
        response: { 200: paymentPageSchema.describe('A page.'), ...problemResponses(401, 422, 500, 503) },
      },
    },
    async (request) => listPayments(tenantContext(deps.context, request), request.query),
  );
}
