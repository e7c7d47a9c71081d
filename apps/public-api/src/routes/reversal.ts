import { disburseRefusal, reversalSchema, reverse } from '@tillgate/domain/disbursements';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { disburseAcceptedSchema } from './disburse-accepted.ts';
import { idempotencyOf, idempotentHeaders } from './idempotency.ts';
import { disbursementLink } from './links.ts';
import { problemResponses } from './problem-responses.ts';

/** POST /reversal (spec 4.4). */
export function reversalRoute(app: Routes, deps: Deps): void {
  app.post(
    '/reversal',
    {
      links: disbursementLink,
      config: { scope: 'refund' },
      schema: {
        operationId: 'reverse',
        summary: 'Reverse a payment',
        description:
          'Returns the whole amount of a completed payment to its payer. Cannot be undone in production. Requires the Initiator Name and Initiator Password of the application and, in production, an Idempotency-Key unless the policy of the application says otherwise. The policy can also limit what leaves, and let people decide about large amounts (403). The outcome arrives as a `refund.result` webhook; you can also read it with GET /disbursements/{id}.',
        tags: ['Money out'],
        headers: idempotentHeaders,
        body: reversalSchema,
        response: {
          202: disburseAcceptedSchema.describe('The provider accepted the reversal.'),
          ...problemResponses(400, 401, 403, 409, 413, 422, 429, 500, 502, 503),
        },
      },
    },
    async (request, reply) => {
      const { idempotencyKey, ...input } = request.body;
      const idempotency = idempotencyOf(request, idempotencyKey, { transactionId: input.transactionId });
      const { outcome, replayed } = await reverse(tenantContext(deps.context, request), input, idempotency);
      if (outcome.kind === 'refused') throw disburseRefusal('reversal', outcome, replayed);
      if (replayed) void reply.header('idempotent-replayed', 'true');
      const { disbursementId, conversationId } = outcome;
      return reply.code(202).send({ disbursementId, conversationId, status: 'pending' });
    },
  );
}
