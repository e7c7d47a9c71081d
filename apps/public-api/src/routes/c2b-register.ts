import { issues } from '@tillgate/domain';
import { registerC2bUrls } from '@tillgate/domain/c2b';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

const bodySchema = z
  .looseObject({}, { error: issues.objectOrNothing })
  .meta({ description: 'Send nothing, or a JSON object. Its members are ignored.' });

export const c2bRegisteredSchema = z
  .strictObject({
    registered: z.literal(true),
    shortcode: z.string().meta({ description: 'The shortcode of the application.' }),
    confirmationUrl: z.url().meta({ description: 'The URL that receives offline payments.' }),
    validationUrl: z
      .url()
      .meta({ description: 'The URL that receives validations. The same endpoint as `confirmationUrl`.' }),
    responseCode: z.string().nullable().meta({
      description: "The provider's acknowledgement. Null when the shortcode was registered before.",
    }),
    responseDescription: z.string().nullable().meta({ description: 'The text of the acknowledgement, or null.' }),
  })
  .meta({ id: 'C2bRegistered' });

/** POST /c2b-register (spec 4.6). */
export function c2bRegisterRoute(app: Routes, deps: Deps): void {
  app.post(
    '/c2b-register',
    {
      config: { scope: 'offline' },
      schema: {
        operationId: 'registerC2b',
        summary: 'Register offline payment URLs',
        description:
          'Registers the confirmation and validation URLs of your shortcode with the provider. Each offline payment is then recorded as a payment with the source `c2b` and sends a `payment.success` webhook. Safe to repeat.',
        tags: ['Offline payments'],
        body: bodySchema,
        'x-optional-body': true,
        response: {
          200: c2bRegisteredSchema.describe('The URLs are registered.'),
          ...problemResponses(400, 401, 403, 413, 422, 429, 500, 502, 503),
        },
      },
    },
    async (request) => registerC2bUrls(tenantContext(deps.context, request)),
  );
}
