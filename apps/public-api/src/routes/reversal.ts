import { disburseRefusal, reversalSchema, reverse } from '@tillgate/domain/disbursements';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { disburseAcceptedSchema } from './disburse-accepted.ts';
import { idempotencyOf, idempotentHeaders } from './idempotency.ts';
import { problemResponses } from './problem-responses.ts';

/** POST /reversal (spec 4.4). */
export function reversalRoute(app: Routes, deps: Deps): void {
  app.post(
    '/reversal',
    {
      schema: {
        operationId: 'reverse',
        summary: 'Send a received payment back to its payer',
        description:
          'Reverses a completed payment whole; irreversible on production. Needs initiator name and password. The outcome comes by the webhook refund.result and by GET /disbursements/{id}.',
        tags: ['Money out'],
        headers: idempotentHeaders,
        body: reversalSchema,
        response: {
          202: disburseAcceptedSchema.describe('The provider has taken the reversal on.'),
          ...problemResponses(400, 401, 409, 413, 422, 500, 502, 503),
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
