import { DomainError } from '@tillgate/domain';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, before defaults and normalisation. */
    sentBody: unknown;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies are JSON in valid UTF-8, sent as application/json; all else is malformed. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(utf8.decode(body as Buffer)));
    } catch {
      done(new DomainError('malformed_json', 'The body is not valid JSON in UTF-8.'));
    }
  });
  app.decorateRequest('sentBody', undefined);
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body && request.body === undefined) {
      throw new DomainError('malformed_json', 'The body is missing, or its content type is not application/json.');
    }
    request.sentBody = request.body;
  });
}
