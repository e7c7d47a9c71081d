import { simulateOutcome, simulateOutcomeSchema } from '@tillgate/domain/payments';
import type { Deps } from '../deps.ts';
import { nothingHere } from '../plugins/answer-problems.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';
import { statusSchema } from './status.ts';

/** POST /simulate/outcome: for sandbox keys. To a live key there is no such path. */
export function simulateOutcomeRoute(app: Routes, deps: Deps): void {
  app.post(
    '/simulate/outcome',
    {
      onRequest: async (request) => {
        if (request.caller?.environment !== 'sandbox') throw nothingHere();
      },
      schema: {
        operationId: 'simulateOutcome',
        summary: 'Answer a sandbox prompt',
        description:
          'Does what the customer would do with the prompt of a pending sandbox payment. Callback and webhook follow as usual; the answer is the payment once it is settled. Sandbox keys only.',
        tags: ['Sandbox'],
        body: simulateOutcomeSchema,
        response: {
          200: statusSchema.describe('The payment.'),
          ...problemResponses(400, 401, 404, 413, 422, 500, 502, 503),
        },
      },
    },
    async (request) => simulateOutcome(tenantContext(deps.context, request), request.body),
  );
}
