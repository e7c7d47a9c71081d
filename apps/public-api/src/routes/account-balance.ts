import { accountBalanceSchema, askAccountBalance } from '@tillgate/domain/inquiries';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { inquiryAcceptedSchema } from './inquiry-accepted.ts';
import { inquiryLink } from './links.ts';
import { problemResponses } from './problem-responses.ts';

/** POST /account-balance (spec 4.8). */
export function accountBalanceRoute(app: Routes, deps: Deps): void {
  app.post(
    '/account-balance',
    {
      links: inquiryLink,
      config: { scope: 'inquire' },
      schema: {
        operationId: 'askAccountBalance',
        summary: 'Query the account balance',
        description:
          'Asks the provider for the balances of your shortcode. Requires the Initiator Name and Initiator Password of the application. The result arrives as an `admin.account_balance` webhook; you can also read it with GET /inquiries/{id}. It has no idempotency key: a repeated request starts a second inquiry. No money moves.',
        tags: ['Inquiries'],
        body: accountBalanceSchema,
        'x-optional-body': true,
        response: {
          202: inquiryAcceptedSchema.describe('The provider accepted the inquiry.'),
          ...problemResponses(400, 401, 403, 413, 422, 429, 500, 502, 503),
        },
      },
    },
    async (request, reply) =>
      reply.code(202).send(await askAccountBalance(tenantContext(deps.context, request), request.body)),
  );
}
