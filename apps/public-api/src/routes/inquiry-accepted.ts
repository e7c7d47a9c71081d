import { z } from 'zod';

/** What an inquiry answers when the provider has taken the question. */
export const inquiryAcceptedSchema = z
  .strictObject({
    queryId: z.uuid(),
    conversationId: z.string().meta({ description: "The provider's id of the conversation." }),
  })
  .meta({ id: 'InquiryAccepted' });
