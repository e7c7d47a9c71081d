import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { tidyDocument } from './tidy-document.ts';

const description = `Collect money by STK push, send it out, reverse it, take it offline, ask about it, and hear of it by signed webhook.

Authenticate with \`Authorization: Bearer mp_test_…\` (sandbox: simulated money) or \`mp_live_…\` (production: real money).
Send an \`Idempotency-Key\` with everything that moves money: repeating a request with its key is always safe.`;

/** The page describes one API: nothing to explore elsewhere. */
const pageStyle = '.swagger-ui .topbar { display: none } .swagger-ui .info { margin: 2rem 0 }';

/** The OpenAPI document, made from the schemas that validate, and its page at /docs. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tillgate API',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/functions/v1' }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
      security: [{ apiKey: [] }],
    },
    stripBasePath: true,
    transform: jsonSchemaTransform,
    transformObject: (document) => tidyDocument(jsonSchemaTransformObject(document)),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Tillgate API', css: [{ filename: 'tillgate.css', content: pageStyle }] },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
