import { railSchema, resultCodeSchema } from '@tillgate/domain/reading/answers';
import { listPayments, listPaymentsSchema } from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

const paymentSchema = z
  .strictObject({
    paymentId: z.uuid().meta({ description: 'Identifier of the payment.' }),
    status: z.enum(['pending', 'success', 'failed']).meta({
      description:
        '`pending`: the customer has not answered, which is not a failure. `success`: paid. `failed`: no money moved.',
    }),
    source: z.enum(['stk', 'c2b']).meta({ description: '`stk`: paid by prompt. `c2b`: paid offline.' }),
    rail: railSchema.meta({ description: 'The network that the payment used.' }),
    amount: z.int().meta({ description: 'Whole KES. The settled amount once the payment succeeded.' }),
    phone: z
      .string()
      .nullable()
      .meta({ description: '254XXXXXXXXX. For offline payments as the provider sends it, often masked.' }),
    accountRef: z.string().meta({ description: 'The `accountReference` of the payment.' }),
    providerReceipt: z.string().nullable().meta({ description: 'The provider receipt, once the payment succeeded.' }),
    checkoutRequestId: z.string().nullable().meta({ description: "The provider's identifier of the prompt." }),
    resultCode: resultCodeSchema
      .nullable()
      .meta({ description: 'Raw result code of the provider. 0 means success; null while pending.' }),
    resultDesc: z.string().nullable().meta({ description: 'Result text of the provider.' }),
    createdAt: z.iso.datetime().meta({
      description:
        'When the payment was requested. An offline payment: when the customer paid, as the provider reports it.',
    }),
    settledAt: z.iso.datetime().nullable().meta({
      description:
        'When the payment reached its final state here. An offline payment: when it was recorded, which may be later than `createdAt`.',
    }),
  })
  .meta({ id: 'Payment' });

export const paymentPageSchema = z
  .strictObject({
    payments: z.array(paymentSchema),
    next: z
      .uuid()
      .nullable()
      .meta({ description: 'Send this as `before` to read the next page. Null on the last page.' }),
  })
  .meta({ id: 'PaymentPage' });

/** GET /payments. */
export function paymentsRoute(app: Routes, deps: Deps): void {
  app.get(
    '/payments',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listPayments',
        summary: 'List payments',
        description: 'Returns a page of your payments, newest first. New payments do not shift the following pages.',
        tags: ['Collections'],
        querystring: listPaymentsSchema,
        response: {
          200: paymentPageSchema.describe('A page of payments.'),
          ...problemResponses(401, 403, 422, 429, 500, 503),
        },
      },
    },
    async (request) => listPayments(tenantContext(deps.context, request), request.query),
  );
}
