import { accountBalanceSchema, askAccountBalance } from '@tillgate/domain/inquiries';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { inquiryAcceptedSchema } from './inquiry-accepted.ts';
import { problemResponses } from './problem-responses.ts';

/** POST /account-balance (spec 4.8). */
export function accountBalanceRoute(app: Routes, deps: Deps): void {
  app.post(
    '/account-balance',
    {
      schema: {
        operationId: 'askAccountBalance',
        summary: 'Ask for the balances of the shortcode',
        description:
          'Asks the provider. Needs initiator name and password. The answer comes by the webhook admin.account_balance and by GET /inquiries/{id}. There is no idempotency key: a repeated request is a second inquiry, and moves nothing.',
        tags: ['Inquiries'],
        body: accountBalanceSchema,
        response: {
          202: inquiryAcceptedSchema.describe('The provider has taken the question.'),
          ...problemResponses(400, 401, 413, 422, 500, 502, 503),
        },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await askAccountBalance(tenantContext(deps.context, request), request.body)),
  );
}
