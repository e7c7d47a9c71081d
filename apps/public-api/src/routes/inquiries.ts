import { getInquiry } from '@tillgate/domain/inquiries';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

const transactionSchema = z.strictObject({
  transactionStatus: z.string().nullable().meta({ description: 'In the provider’s words: Completed, Declined …' }),
  amount: z.string().nullable().meta({ description: 'KES as exact decimal text.' }),
  receipt: z.string().nullable(),
  initiatedAt: z.string().nullable().meta({ description: 'ISO 8601.' }),
  completedAt: z.string().nullable().meta({ description: 'ISO 8601.' }),
  debitParty: z.string().nullable(),
  creditParty: z.string().nullable(),
  reason: z.string().nullable(),
});

const accountSchema = z.strictObject({
  name: z.string(),
  currency: z.string(),
  available: z.string().meta({ description: 'The balance, as exact decimal text.' }),
  current: z.string().nullable(),
  reserved: z.string().nullable(),
  uncleared: z.string().nullable(),
});

const common = {
  queryId: z.uuid(),
  conversationId: z.string().nullable().meta({
    description: "The provider's id of the conversation; null when its answer was lost and no result has come.",
  }),
  status: z.enum(['pending', 'answered', 'failed']),
  transactionId: z.string().nullable().meta({ description: 'What was asked about; null for balances.' }),
  resultCode: z
    .union([z.int(), z.string()])
    .nullable()
    .meta({ description: 'Raw result code of the provider; 0 when the question was answered.' }),
  resultDesc: z.string().nullable(),
  createdAt: z.iso.datetime(),
};

export const inquirySchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...common,
      kind: z.literal('transaction_status'),
      result: transactionSchema.nullable().meta({ description: 'Null until it is answered.' }),
    }),
    z.strictObject({
      ...common,
      kind: z.literal('account_balance'),
      accounts: z.array(accountSchema).nullable().meta({ description: 'Null until it is answered.' }),
    }),
  ])
  .meta({ id: 'Inquiry' });

/** GET /inquiries/:id. */
export function inquiriesRoute(app: Routes, deps: Deps): void {
  app.get(
    '/inquiries/:id',
    {
      schema: {
        operationId: 'getInquiry',
        summary: 'Read an inquiry and its answer',
        tags: ['Inquiries'],
        params: z.object({
          id: z.string().meta({ description: 'The queryId of POST /transaction-status or POST /account-balance.' }),
        }),
        response: { 200: inquirySchema.describe('The inquiry.'), ...problemResponses(401, 404, 500, 503) },
      },
    },
    async (request) => getInquiry(tenantContext(deps.context, request), request.params.id),
  );
}
