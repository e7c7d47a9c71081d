import { disburseRefusal, payOut, payoutSchema } from '@tillgate/domain/disbursements';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { disburseAcceptedSchema } from './disburse-accepted.ts';
import { idempotencyOf, idempotentHeaders } from './idempotency.ts';
import { problemResponses } from './problem-responses.ts';

/** POST /payout (spec 4.3). */
export function payoutRoute(app: Routes, deps: Deps): void {
  app.post(
    '/payout',
    {
      schema: {
        operationId: 'payout',
        summary: 'Send money to a phone',
        description:
          'Pays out from the shortcode (B2C); irreversible on production. Needs initiator name and password. The outcome comes by the webhook payout.result and by GET /disbursements/{id}.',
        tags: ['Money out'],
        headers: idempotentHeaders,
        body: payoutSchema,
        response: {
          202: disburseAcceptedSchema.describe('The provider has taken the payout on.'),
          ...problemResponses(400, 401, 409, 413, 422, 500, 502, 503),
        },
      },
    },
    async (request, reply) => {
      const { idempotencyKey, ...input } = request.body;
      const idempotency = idempotencyOf(request, idempotencyKey, { phone: input.phone });
      const { outcome, replayed } = await payOut(tenantContext(deps.context, request), input, idempotency);
      if (outcome.kind === 'refused') throw disburseRefusal('payout', outcome, replayed);
      if (replayed) void reply.header('idempotent-replayed', 'true');
      const { disbursementId, conversationId } = outcome;
      return reply.code(202).send({ disbursementId, conversationId, status: 'pending' });
    },
  );
}
