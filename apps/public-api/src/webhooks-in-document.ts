import { allEventTypes } from '@tillgate/domain/outbox';
import { eventHeaders, eventSchemas } from '@tillgate/domain/reading/event-types';
import { z } from 'zod';

const headers = eventHeaders.map((header) => ({
  in: 'header',
  name: header.name,
  required: true,
  schema: { type: 'string' as const },
  description: header.description,
}));

/** The webhooks of the document. */
export const webhooksInDocument = Object.fromEntries(
  allEventTypes.map((type) => {
    const { id, description } = z.globalRegistry.get(eventSchemas[type]) ?? {};
    const post = {
      operationId: `on${String(id).replace(/Event$/, '')}`,
      summary: type,
      description,
      tags: ['Webhooks'],
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${id}` } } },
      },
      responses: { '2XX': { description: 'Acknowledges the event. Anything else has it sent again.' } },
    };
    return [type, { post }];
  }),
);
