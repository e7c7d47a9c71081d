import { getDisbursement } from '@tillgate/domain/disbursements';
import { railSchema, resultCodeSchema } from '@tillgate/domain/reading/answers';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

export const disbursementSchema = z
  .strictObject({
    disbursementId: z.uuid().meta({ description: 'Identifier of the disbursement.' }),
    conversationId: z.string().nullable().meta({
      description:
        "The provider's identifier of the conversation. Null when its response was lost and no result has arrived.",
    }),
    kind: z.enum(['payout', 'reversal']),
    status: z.enum(['pending', 'success', 'failed']).meta({
      description:
        '`pending`: the outcome is not known yet, which is not a failure. `success`: the money moved. `failed`: no money moved.',
    }),
    rail: railSchema.meta({ description: 'The network that moves the money.' }),
    amount: z.int().meta({ description: 'Whole KES.' }),
    phone: z
      .string()
      .optional()
      .meta({ description: 'The phone number that was paid, as 254XXXXXXXXX. Payouts only.' }),
    transactionId: z.string().optional().meta({ description: 'The receipt of the reversed payment. Reversals only.' }),
    commandId: z.string().nullable().meta({ description: 'The `commandId` of the payout. Null for reversals.' }),
    providerReceipt: z
      .string()
      .nullable()
      .meta({ description: 'The provider receipt of the disbursement itself. Null until it succeeds.' }),
    resultCode: resultCodeSchema
      .nullable()
      .meta({ description: 'Raw result code of the provider. 0 means success; null while pending.' }),
    resultDesc: z.string().nullable().meta({ description: 'Result text of the provider.' }),
    createdAt: z.iso.datetime().meta({ description: 'When the disbursement was requested.' }),
  })
  .meta({ id: 'Disbursement' });

/** GET /disbursements/:id. */
export function disbursementsRoute(app: Routes, deps: Deps): void {
  app.get(
    '/disbursements/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getDisbursement',
        summary: 'Read a payout or reversal',
        description: 'Returns the recorded state of a payout or reversal. Does not query the provider.',
        tags: ['Money out'],
        params: z.object({
          id: z.string().meta({ description: 'The `disbursementId` that POST /payout or POST /reversal returned.' }),
        }),
        response: {
          200: disbursementSchema.describe('The disbursement.'),
          ...problemResponses(401, 403, 404, 422, 429, 500, 503),
        },
      },
    },
    async (request) => getDisbursement(tenantContext(deps.context, request), request.params.id),
  );
}
