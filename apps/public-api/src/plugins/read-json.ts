import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { DomainError, type Issue, issue, issues } from '@tillgate/domain';
import { keptText } from '@tillgate/domain/requests';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Ambiguity, findAmbiguity, numberLengthMax } from './json-text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent, without top-level nulls, before defaults and normalisation. */
    sentBody: unknown;
    /** The names of top-level members that were null. */
    nullMembers: readonly string[];
  }
  interface FastifySchema {
    /** No body at all counts as `{}`, with any content type. */
    'x-optional-body'?: true;
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

/** @throws DomainError malformed_json, invalid_input (it is ambiguous) */
function parsed(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0 && takesNoBody(request)) return undefined;
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new DomainError('malformed_json', 'The content type must be application/json.');
  }
  let text: string;
  let json: unknown;
  const plain = withoutCoding(request, body);
  try {
    text = utf8.decode(plain);
    json = JSON.parse(text);
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON in UTF-8.');
  }
  const found = findAmbiguity(text);
  if (found) throw ambiguous(found);
  return json;
}

const decoders = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** @throws DomainError malformed_json (a coding that is not known, or another one than it says), payload_too_large */
function withoutCoding(request: FastifyRequest, body: Buffer): Buffer {
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (coding === 'identity' || coding === '') return body;
  const decode = decoders.get(coding);
  if (!decode) {
    const detail = `The content coding ${keptText(coding)} is not known here. Send gzip, deflate, br or none.`;
    throw new DomainError('malformed_json', detail);
  }
  try {
    return decode(body, { maxOutputLength: request.routeOptions.bodyLimit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new DomainError('payload_too_large', 'The body is larger than 100 kB.');
    }
    throw new DomainError('malformed_json', `The body is not in the content coding ${coding}, which its header names.`);
  }
}

/** Two readers of the body could understand it differently, and so could two attempts with one idempotency key. */
function ambiguous({ kind, path, text }: Ambiguity): DomainError {
  const why = {
    repeated: issues.inBodyTwice,
    inexact: issues.inexactNumber({ text }),
    long: issues.longNumber({ max: numberLengthMax }),
  }[kind];
  return refusedBody(issue(path, why));
}

const refusedBody = (found: Issue) =>
  new DomainError('invalid_input', `${found.path === '' ? 'body' : found.path}: ${found.message}`, { issues: [found] });

const takesNoBody = (request: FastifyRequest) => request.routeOptions.schema?.['x-optional-body'] === true;

/** The body without members that are null: many serialisers write one for every field that was not set. */
export function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

function nullsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => (value === null ? [name] : []));
}

/**
 * Reads bodies as JSON in UTF-8, sent as application/json. Everything else is malformed. A member that is null counts as
 * absent; a change may take it as what to remove.
 */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    parsed(request, body),
  );
  app.decorateRequest('sentBody', undefined);
  app.decorateRequest('nullMembers');
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body && request.body === undefined) {
      if (!takesNoBody(request)) {
        throw new DomainError('malformed_json', 'The body is missing, or its content type is not application/json.');
      }
      request.body = {};
    }
    // Hooks keep raw bytes, which need no check.
    if (!Buffer.isBuffer(request.body) && isTooDeep(request.body)) {
      throw refusedBody(issue('', issues.nestedTooDeep({ max: depthMax })));
    }
    request.nullMembers = nullsIn(request.body);
    request.body = withoutNulls(request.body);
    request.sentBody = request.body;
  });
}
