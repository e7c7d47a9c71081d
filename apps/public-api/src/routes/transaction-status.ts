import { askTransactionStatus, transactionStatusSchema } from '@tillgate/domain/inquiries';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { inquiryAcceptedSchema } from './inquiry-accepted.ts';
import { problemResponses } from './problem-responses.ts';

/** POST /transaction-status (spec 4.7). */
export function transactionStatusRoute(app: Routes, deps: Deps): void {
  app.post(
    '/transaction-status',
    {
      schema: {
        operationId: 'askTransactionStatus',
        summary: 'Ask about any past transaction',
        description:
          'Asks the provider. Needs initiator name and password. The answer comes by the webhook admin.transaction_status and by GET /inquiries/{id}. There is no idempotency key: a repeated request is a second inquiry, and moves nothing.',
        tags: ['Inquiries'],
        body: transactionStatusSchema,
        response: {
          202: inquiryAcceptedSchema.describe('The provider has taken the question.'),
          ...problemResponses(400, 401, 413, 422, 500, 502, 503),
        },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await askTransactionStatus(tenantContext(deps.context, request), request.body)),
  );
}
