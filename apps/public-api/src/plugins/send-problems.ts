import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError, type ErrorCode, issue, issues, readIssue } from '@tillgate/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { Deps } from '../deps.ts';
import { problemOf, toDomainError, toProblem } from '../problem.ts';
import { secureHeadersFor } from './secure-headers.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the error that was sent. */
    problemCode?: ErrorCode;
  }
}

/** Sends every error as application/problem+json, wherever it was thrown. */
export function sendProblems(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error, request, reply) => sendProblem(deps, error, request, reply));
  // Before the body is read, because an unknown path does not need it.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? unknownPath() : undefined);
  });
  app.setNotFoundHandler((request, reply) => {
    sendProblem(deps, unknownPath(), request, reply);
  });
}

/** The error of an unknown path, for routes that only some callers have. */
export function unknownPath(): DomainError {
  return new DomainError('not_found', 'There is nothing at this address.');
}

export function sendProblem(
  deps: Pick<Deps, 'errorsUrl'>,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const error = hasZodFastifySchemaValidationErrors(thrown) ? invalidInput(thrown, request) : toDomainError(thrown);
  const { status } = problemOf(error.code);
  reply.problemCode = error.code;
  if (status >= 500 && !(thrown instanceof DomainError))
    request.log.error({ err: thrown, code: error.code }, 'A request failed.');
  void reply.header('x-request-id', request.id);
  if (error.code === 'unauthenticated') void reply.header('www-authenticate', 'Bearer realm="tillgate"');
  if (error.extras.retryAfterSeconds !== undefined) void reply.header('retry-after', error.extras.retryAfterSeconds);
  if (error.extras.allow) void reply.header('allow', error.extras.allow.join(', '));
  if (error.extras.replayed) void reply.header('idempotent-replayed', 'true');
  void reply
    .code(status)
    .type('application/problem+json')
    .send(toProblem(error, request.id, deps.errorsUrl));
}

type Refused = { validation: { instancePath: string; message?: string }[]; validationContext?: string | undefined };

function invalidInput({ validation, validationContext }: Refused, { body }: FastifyRequest): DomainError {
  const members = validationContext === 'body' && typeof body === 'object' && body !== null ? body : undefined;
  const found = validation.map(({ instancePath, message }) => {
    const path = instancePath
      .split('/')
      .filter((part) => part !== '')
      .join('.');
    const isMissing = members !== undefined && path !== '' && !path.includes('.') && !Object.hasOwn(members, path);
    return isMissing ? issue(path, issues.required) : readIssue(path, message ?? issues.invalid.wrong);
  });
  const [first] = found;
  const detail = first ? `${first.path || 'body'}: ${first.message}` : 'The request is not valid.';
  return new DomainError('invalid_input', detail, { issues: found });
}

const notHttp = { status: 400, detail: 'This is not a valid HTTP request.' };
const brokenRequests = new Map<unknown, typeof notHttp>([
  ['HPE_HEADER_OVERFLOW', { status: 431, detail: 'The headers are too long.' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, detail: 'The request did not arrive in time.' }],
]);

/** Refuses what is not valid HTTP in the same form: with 400, with 431 for too long headers, with 408 for slow requests. */
export function refuseBrokenRequest(deps: Pick<Deps, 'errorsUrl'>, error: Error, socket: Socket): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const { status, detail } = brokenRequests.get('code' in error ? error.code : undefined) ?? notHttp;
  const requestId = `req_${randomUUID()}`;
  const problem = toProblem(new DomainError('malformed_json', detail), requestId, deps.errorsUrl);
  const body = JSON.stringify({ ...problem, status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(secureHeadersFor(deps.errorsUrl)).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
