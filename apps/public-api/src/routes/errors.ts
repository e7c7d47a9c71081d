import { type RailName, railNames } from '@tillgate/domain/rails';
import { railSchema } from '@tillgate/domain/reading/answers';
import { z } from 'zod';
import { errorReferencePage } from '../error-reference.ts';
import type { Routes } from '../routes-type.ts';
import { problemResponses } from './problem-responses.ts';

/** The page has a style of its own and loads nothing. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** GET /errors: the page that the `type` of every problem links to. */
export function errorsRoute(app: Routes, options: { hasGuides: boolean }): void {
  const pageOf = (rails: readonly RailName[]) => errorReferencePage({ ...options, rails });
  const all = pageOf(railNames);
  const pages = new Map(railNames.map((rail) => [rail, pageOf([rail])]));
  app.get(
    '/errors',
    {
      schema: {
        operationId: 'getErrorReference',
        summary: 'Read the error reference',
        description:
          'Returns a page for people that explains each error code and each result code of the provider. The `type` of every problem links to its code on this page. Needs no API key.',
        tags: ['Reference'],
        security: [],
        querystring: z.object({
          rail: railSchema.optional().meta({ description: 'The network whose result codes to show. Default: all.' }),
        }),
        response: {
          200: {
            description: 'The page. Each error code is an anchor, such as `#rate_limited`.',
            content: { 'text/html': { schema: z.string() } },
          },
          ...problemResponses(422),
        },
      },
    },
    async ({ query: { rail } }, reply) =>
      reply
        .header('content-security-policy', pagePolicy)
        .type('text/html; charset=utf-8')
        .send((rail && pages.get(rail)) ?? all),
  );
}
