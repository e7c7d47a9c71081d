import { getPaymentStatus } from '@tillgate/domain/payments';
import { resultCodeSchema } from '@tillgate/domain/reading/answers';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

export const statusSchema = z
  .strictObject({
    id: z.uuid().meta({ description: 'Identifier of the payment.' }),
    status: z.enum(['pending', 'success', 'failed']).meta({
      description:
        '`pending`: the customer has not answered, which is not a failure. `success`: paid. `failed`: no money moved.',
    }),
    providerReceipt: z.string().nullable().meta({
      description: 'The provider receipt. Can be null for a moment after a success that a live query found.',
    }),
    resultCode: resultCodeSchema
      .nullable()
      .meta({ description: 'Raw result code of the provider. 0 means success; null while pending.' }),
    resultDesc: z.string().nullable().meta({ description: 'Result text of the provider.' }),
  })
  .meta({ id: 'PaymentStatus' });

/** GET /status/:id (spec 4.2). */
export function statusRoute(app: Routes, deps: Deps): void {
  app.get(
    '/status/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getStatus',
        summary: 'Read the status of a payment',
        description:
          'Returns the status of a payment. While the payment is pending, this queries the provider first, and settles the payment before it responds when the outcome is known.',
        tags: ['Collections'],
        params: z.object({ id: z.string().meta({ description: 'The `paymentId` that POST /collect returned.' }) }),
        response: {
          200: statusSchema.describe('The payment.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request) => getPaymentStatus(tenantContext(deps.context, request), request.params.id),
  );
}
