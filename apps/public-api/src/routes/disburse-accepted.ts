import { z } from 'zod';

/** The response when the provider accepted a payout or reversal. */
export const disburseAcceptedSchema = z
  .strictObject({
    disbursementId: z.uuid().meta({ description: 'Identifier of the disbursement.' }),
    conversationId: z.string().meta({ description: "The provider's identifier of the conversation." }),
    status: z.literal('pending').meta({ description: 'The outcome is not known yet.' }),
  })
  .meta({ id: 'DisbursementAccepted' });
