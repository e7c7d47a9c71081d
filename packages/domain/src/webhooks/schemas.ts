import { Environment } from '@tillgate/db';
import { z } from 'zod';
import { eventTypes } from './event.ts';
import { urlLengthMax } from './url.ts';

export const createEndpointInput = z.object({
  applicationId: z.string(),
  environment: z.enum(Environment),
  url: z.string().min(1).max(urlLengthMax).meta({ description: 'Receives a signed POST for each event. https only.' }),
  events: z
    .array(z.enum(eventTypes))
    .max(eventTypes.length)
    .default([])
    .meta({ description: 'Event types to send; none means all, also those of later versions.' }),
});

export type CreateEndpointInput = z.input<typeof createEndpointInput>;
