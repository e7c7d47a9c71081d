import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { metadataValueName, metadataValueSchema } from '../routes/metadata.ts';
import { webhooksInDocument } from '../webhooks-in-document.ts';
import { docsPolicyWith } from './secure-headers.ts';
import { tidyDocument } from './tidy-document.ts';

const description = `Collect mobile money, pay it out, reverse payments, accept offline payments and query transactions. Signed webhooks tell you the outcome.

**Authentication.** Send your API key in the header \`Authorization: Bearer mp_test_…\` (sandbox, simulated money) or \`mp_live_…\` (production, real money). The key determines the application and the environment.

**Scopes.** A key has some of the scopes \`collect\`, \`read\`, \`refund\`, \`payout\`, \`offline\` and \`inquire\`. Each operation names the one that it needs. Without it, the response is 403 with \`missingScope\`.

**Idempotency.** Send an \`Idempotency-Key\` with every request that moves money. You can then safely repeat the request with the same key.

**Limits.** Each key has a limit of requests. \`RateLimit-Policy\` and \`RateLimit\` say how many are left. Beyond it, the response is 429 with \`Retry-After\`.

**Requests.** Bodies are JSON in UTF-8, up to 100 kB, nested up to 32 levels deep. Unknown members are ignored, but a name that is nearly one of a missing member, such as \`accountRef\` for \`accountReference\`, is refused with 422. So are parameters in the address that the operation does not have (a cache buster \`_\` is let through), and headers that are nearly \`Idempotency-Key\`. An optional member that is \`null\` counts as absent. Lengths count Unicode characters. Text with lone surrogates is refused with 422, because it is not valid Unicode.

**Errors.** Every error is \`application/problem+json\` with a stable \`code\`. The [error reference](/functions/v1/errors) explains each code.`;

/** The page describes one API, so the bar that loads another document is hidden. */
const pageStyle = '.swagger-ui .topbar { display: none } .swagger-ui .info { margin: 2rem 0 }';

/**
 * Serves the OpenAPI document, generated from the schemas that validate, and its page, the reference.
 * @param path of the reference
 */
export async function describeApi(app: FastifyInstance, path: string): Promise<void> {
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
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
        schemas: { [metadataValueName]: metadataValueSchema },
      },
      security: [{ apiKey: [] }],
      webhooks: webhooksInDocument,
    },
    stripBasePath: true,
    transform: jsonSchemaTransform,
    transformObject: (document) => tidyDocument(jsonSchemaTransformObject(document)),
  });
  await app.register(swaggerUi, {
    routePrefix: path,
    staticCSP: docsPolicyWith([]),
    theme: { title: 'Tillgate API', css: [{ filename: 'tillgate.css', content: pageStyle }] },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
