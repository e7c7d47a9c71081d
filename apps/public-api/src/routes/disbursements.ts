import { getDisbursement } from '@tillgate/domain/disbursements';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

export const disbursementSchema = z
  .strictObject({
    disbursementId: z.uuid(),
    conversationId: z.string().nullable().meta({
      description: "The provider's id of the conversation; null when its answer was lost and no result has come.",
    }),
    kind: z.enum(['payout', 'reversal']),
    status: z.enum(['pending', 'success', 'failed']).meta({
      description: 'pending: the outcome is not known yet (not a failure). success: money moved. failed: it did not.',
    }),
    amount: z.int().meta({ description: 'Whole KES.' }),
    phone: z.string().optional().meta({ description: 'Who was paid, 254XXXXXXXXX. Payouts only.' }),
    transactionId: z.string().optional().meta({ description: 'The receipt that is reversed. Reversals only.' }),
    commandId: z.string().nullable().meta({ description: 'The commandId of a payout; null on reversals.' }),
    providerReceipt: z.string().nullable().meta({ description: 'The receipt of the disbursement itself.' }),
    resultCode: z
      .union([z.int(), z.string()])
      .nullable()
      .meta({ description: 'Raw result code of the provider; 0 on success.' }),
    resultDesc: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Disbursement' });

/** GET /disbursements/:id. */
export function disbursementsRoute(app: Routes, deps: Deps): void {
  app.get(
    '/disbursements/:id',
    {
      schema: {
        operationId: 'getDisbursement',
        summary: 'Read a payout or reversal',
        description: 'The state on record. Nothing is asked of the provider.',
        tags: ['Money out'],
        params: z.object({
          id: z.string().meta({ description: 'The disbursementId of POST /payout or POST /reversal.' }),
        }),
        response: { 200: disbursementSchema.describe('The disbursement.'), ...problemResponses(401, 404, 500, 503) },
      },
    },
    async (request) => getDisbursement(tenantContext(deps.context, request), request.params.id),
  );
}
