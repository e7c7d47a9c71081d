import { getPaymentStatus } from '@tillgate/domain/payments';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

export const statusSchema = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(['pending', 'success', 'failed']).meta({
      description: 'pending: the customer has not answered (not a failure). success: paid. failed: did not happen.',
    }),
    providerReceipt: z.string().nullable().meta({
      description: 'The receipt. May still be null right after a success that was learnt by a live query.',
    }),
    resultCode: z
      .union([z.int(), z.string()])
      .nullable()
      .meta({ description: 'Raw result code of the provider; 0 on success.' }),
    resultDesc: z.string().nullable(),
  })
  .meta({ id: 'PaymentStatus' });

/** GET /status/:id (spec 4.2). */
export function statusRoute(app: Routes, deps: Deps): void {
  app.get(
    '/status/:id',
    {
      schema: {
        operationId: 'getStatus',
        summary: 'Read the state of a payment',
        description: 'A pending payment is asked about live, and settled before the answer when the outcome is known.',
        tags: ['Collections'],
        params: z.object({ id: z.string().meta({ description: 'The paymentId of POST /collect.' }) }),
        response: { 200: statusSchema.describe('The payment.'), ...problemResponses(401, 404, 500, 503) },
      },
    },
    async (request) => getPaymentStatus(tenantContext(deps.context, request), request.params.id),
  );
}
