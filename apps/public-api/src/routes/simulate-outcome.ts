import { simulateOutcome, simulateOutcomeSchema } from '@tillgate/domain/payments';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import { sandboxOnly } from '../plugins/sandbox-only.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';
import { statusSchema } from './status.ts';

const simulatedSchema = statusSchema
  .extend({ paymentId: z.uuid().meta({ description: 'The `paymentId` of the request. Equal to `id`.' }) })
  .meta({ id: 'SimulatedOutcome' });

/** POST /simulate/outcome, for sandbox keys. Production keys get the 404 of an unknown path. */
export function simulateOutcomeRoute(app: Routes, deps: Deps): void {
  app.post(
    '/simulate/outcome',
    {
      onRequest: sandboxOnly,
      config: { scope: 'collect' },
      schema: {
        operationId: 'simulateOutcome',
        summary: 'Simulate the outcome of a prompt',
        description:
          'Answers the prompt of a pending sandbox payment as a customer would. The callback and the webhook follow as usual. The response is the settled payment. Only for sandbox keys.',
        tags: ['Sandbox'],
        body: simulateOutcomeSchema,
        response: {
          200: simulatedSchema.describe('The payment.'),
          ...problemResponses(400, 401, 403, 404, 413, 422, 429, 500, 502, 503),
        },
      },
    },
    async (request) => {
      const view = await simulateOutcome(tenantContext(deps.context, request), request.body);
      return { ...view, paymentId: view.id };
    },
  );
}
