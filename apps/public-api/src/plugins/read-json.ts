import { DomainError } from '@tillgate/domain';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, before defaults and normalisation. */
    sentBody: unknown;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Deeper than any valid request, and far below what a recursive walk can handle. */
const depthMax = 32;

/** Iterative, so that a hostile body cannot exhaust the stack. */
function isTooDeep(body: unknown): boolean {
  const open: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > depthMax) return true;
    if (next.value === null || typeof next.value !== 'object') continue;
    for (const member of Object.values(next.value)) open.push({ value: member, depth: next.depth + 1 });
  }
  return false;
}

/** The content type parser of JSON bodies. */
export function parseJson(_request: unknown, body: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  try {
    done(null, JSON.parse(utf8.decode(body)));
  } catch {
    done(new DomainError('malformed_json', 'The body is not valid JSON in UTF-8.'));
  }
}

/** Reads bodies as JSON in UTF-8, sent as application/json. Everything else is malformed. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  app.decorateRequest('sentBody', undefined);
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body && request.body === undefined) {
      throw new DomainError('malformed_json', 'The body is missing, or its content type is not application/json.');
    }
    // Hooks keep raw bytes, which need no check.
    if (!Buffer.isBuffer(request.body) && isTooDeep(request.body)) {
      const message = `must not be nested deeper than ${depthMax} levels`;
      throw new DomainError('invalid_input', `body: ${message}`, { issues: [{ path: '', message }] });
    }
    request.sentBody = request.body;
  });
}
