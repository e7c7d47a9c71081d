import { getInquiry } from '@tillgate/domain/inquiries';
import { railSchema, resultCodeSchema } from '@tillgate/domain/reading/answers';
import { accountSchema, transactionSchema } from '@tillgate/domain/reading/inquiries';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

const common = {
  queryId: z.uuid().meta({ description: 'Identifier of the inquiry.' }),
  conversationId: z.string().nullable().meta({
    description:
      "The provider's identifier of the conversation. Null when its response was lost and no result has arrived.",
  }),
  status: z.enum(['pending', 'answered', 'failed']).meta({
    description: '`pending`: no result yet. `answered`: the result is here. `failed`: the provider could not answer.',
  }),
  rail: railSchema.meta({ description: 'The network that was asked.' }),
  transactionId: z
    .string()
    .nullable()
    .meta({ description: 'The transaction that the inquiry is about. Null for balances.' }),
  resultCode: resultCodeSchema
    .nullable()
    .meta({ description: 'Raw result code of the provider. 0 means answered; null while pending.' }),
  resultDesc: z.string().nullable().meta({ description: 'Result text of the provider.' }),
  createdAt: z.iso.datetime().meta({ description: 'When the inquiry was requested.' }),
};

export const inquirySchema = z
  .discriminatedUnion('kind', [
    z
      .strictObject({
        ...common,
        kind: z.literal('transaction_status'),
        result: transactionSchema.nullable().meta({ description: 'Null until the inquiry is answered.' }),
      })
      .meta({ id: 'TransactionStatusInquiry' }),
    z
      .strictObject({
        ...common,
        kind: z.literal('account_balance'),
        accounts: z.array(accountSchema).nullable().meta({ description: 'Null until the inquiry is answered.' }),
      })
      .meta({ id: 'AccountBalanceInquiry' }),
  ])
  .meta({ id: 'Inquiry' });

/** GET /inquiries/:id. */
export function inquiriesRoute(app: Routes, deps: Deps): void {
  app.get(
    '/inquiries/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getInquiry',
        summary: 'Read an inquiry',
        description: 'Returns an inquiry and, once it has arrived, its result.',
        tags: ['Inquiries'],
        params: z.object({
          id: z
            .string()
            .meta({ description: 'The `queryId` that POST /transaction-status or POST /account-balance returned.' }),
        }),
        response: {
          200: inquirySchema.describe('The inquiry.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request) => getInquiry(tenantContext(deps.context, request), request.params.id),
  );
}
