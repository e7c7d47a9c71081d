import { askTransactionStatus, transactionStatusSchema } from '@tillgate/domain/inquiries';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { inquiryAcceptedSchema } from './inquiry-accepted.ts';
import { inquiryLink } from './links.ts';
import { problemResponses } from './problem-responses.ts';

/** POST /transaction-status (spec 4.7). */
export function transactionStatusRoute(app: Routes, deps: Deps): void {
  app.post(
    '/transaction-status',
    {
      links: inquiryLink,
      config: { scope: 'inquire' },
      schema: {
        operationId: 'askTransactionStatus',
        summary: 'Query a transaction',
        description:
          'Asks the provider for the state of any past transaction, by its receipt. Requires the Initiator Name and Initiator Password of the application. The result arrives as an `admin.transaction_status` webhook; you can also read it with GET /inquiries/{id}. It has no idempotency key: a repeated request starts a second inquiry. No money moves.',
        tags: ['Inquiries'],
        body: transactionStatusSchema,
        response: {
          202: inquiryAcceptedSchema.describe('The provider accepted the inquiry.'),
          ...problemResponses(400, 401, 403, 413, 422, 429, 500, 502, 503),
        },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await askTransactionStatus(tenantContext(deps.context, request), request.body)),
  );
}
