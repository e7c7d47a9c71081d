import { z } from 'zod';

/** The response when the provider accepted an inquiry. */
export const inquiryAcceptedSchema = z
  .strictObject({
    queryId: z.uuid().meta({ description: 'Identifier of the inquiry.' }),
    conversationId: z.string().meta({ description: "The provider's identifier of the conversation." }),
  })
  .meta({ id: 'InquiryAccepted' });
