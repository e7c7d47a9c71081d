import { z } from 'zod';

/** What a payout or reversal answers when the provider has taken it on. */
export const disburseAcceptedSchema = z
  .strictObject({
    disbursementId: z.uuid(),
    conversationId: z.string().meta({ description: "The provider's id of the conversation." }),
    status: z.literal('pending'),
  })
  .meta({ id: 'DisbursementAccepted' });
