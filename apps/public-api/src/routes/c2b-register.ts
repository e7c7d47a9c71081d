import { DomainError } from '@tillgate/domain';
import { registerC2bUrls } from '@tillgate/domain/c2b';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { tenantContext } from '../plugins/authenticate.ts';
import { parseJson } from '../plugins/read-json.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** A body that the document describes and the route itself checks. */
    'x-request-body'?: OpenAPIV3_1.RequestBodyObject;
  }
}

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
  void app.register(async (scope: Routes) => {
    takeNoBody(scope);
    scope.post(
      '/c2b-register',
      {
        config: { scope: 'offline' },
        schema: {
          operationId: 'registerC2b',
          summary: 'Register offline payment URLs',
          description:
            'Registers the confirmation and validation URLs of your shortcode with the provider. Each offline payment is then recorded as a payment with the source `c2b` and sends a `payment.success` webhook. Safe to repeat.',
          tags: ['Offline payments'],
          'x-request-body': {
            required: false,
            description: 'Send nothing, or a JSON object. Its members are ignored.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
          response: {
            200: c2bRegisteredSchema.describe('The URLs are registered.'),
            ...problemResponses(400, 401, 403, 413, 422, 429, 500, 502, 503),
          },
        },
      },
      async (request) => {
        refuseOtherThanObject(request.body);
        return registerC2bUrls(tenantContext(deps.context, request));
      },
    );
  });
}

/** Accepts `{}`, and an empty body with any content type. */
function takeNoBody(app: Routes): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return done(new DomainError('malformed_json', 'The content type must be application/json.'));
    }
    parseJson(request, body, done);
  });
}

function refuseOtherThanObject(body: unknown): void {
  if (body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))) return;
  const message = 'must be a JSON object, or nothing';
  throw new DomainError('invalid_input', `body: ${message}`, { issues: [{ path: '', message }] });
}
