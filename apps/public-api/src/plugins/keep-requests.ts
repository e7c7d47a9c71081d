import { keptBody, keptText, pathOf, type RequestLog, resourceOf, withoutSecrets } from '@tillgate/domain/requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { keysIn } from '../routes/idempotency.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The response body before it is serialised. */
    responseBody: unknown;
  }
}

const prefix = '/functions/v1';

type RequestDeps = { requestLog: Pick<RequestLog, 'note'>; context: Pick<Deps['context'], 'clock'> } & Pick<
  Deps,
  'trace'
>;

/**
 * Notes each merchant call after its response, for the request log that the merchant's developers read. The log writes
 * later, and a call never waits for it.
 */
export function keepRequests(app: FastifyInstance, deps: RequestDeps): void {
  app.decorateRequest('responseBody', undefined);
  app.addHook('preSerialization', (request, _reply, body, done) => {
    request.responseBody = body;
    done(null, body);
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteRequest(deps, request, reply);
    done();
  });
}

function noteRequest(
  { requestLog: log, context, trace }: RequestDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { caller, responseBody } = request;
  if (!caller) return;
  const parameters = (request.params ?? {}) as Record<string, unknown>;
  const { statusCode } = reply;
  const problem = statusCode >= 400 ? (responseBody as { code?: unknown; detail?: unknown } | undefined) : undefined;
  const key = sentIdempotencyKey(request);
  const userAgent = request.headers['user-agent'];
  const resourceId = resourceOf(responseBody, parameters, statusCode);
  const endedAt = context.clock.now();
  const createdAt = new Date(endedAt.getTime() - Math.round(reply.elapsedTime));
  const replayed = reply.getHeader('idempotent-replayed') === 'true';
  if (resourceId !== null) {
    const route = (request.routeOptions.url ?? '').slice(prefix.length);
    trace?.({
      name: `${request.method} ${route}`,
      of: resourceId,
      kind: 'server',
      from: createdAt,
      to: endedAt,
      attributes: { 'http.response.status_code': statusCode, 'tillgate.request': request.id },
      isError: statusCode >= 500,
      // A repeat with the same key reads what the first request made.
      isRoot: request.method === 'POST' && !replayed,
      traceparent: String(request.headers.traceparent ?? ''),
    });
  }
  log.note({
    id: request.id,
    applicationId: caller.applicationId,
    environment: caller.environment,
    keyId: caller.keyId,
    method: request.method,
    path: pathOf((request.routeOptions.url ?? '').slice(prefix.length), parameters),
    statusCode,
    errorCode: typeof problem?.code === 'string' ? problem.code : null,
    errorDetail: typeof problem?.detail === 'string' ? keptText(problem.detail) : null,
    durationMs: Math.round(reply.elapsedTime),
    idempotencyKey: key === undefined ? null : withoutSecrets(key),
    replayed,
    resourceId,
    remoteIp: request.remoteIp || null,
    userAgent: userAgent === undefined ? null : keptText(userAgent),
    createdAt,
    requestBody: caller.keepsBodies ? keptBody(request.sentBody) : null,
    responseBody: caller.keepsBodies ? keptBody(responseBody) : null,
  });
}

/** The key as it was sent, in the header or the body, whether or not it was accepted. */
function sentIdempotencyKey({ headers, sentBody }: FastifyRequest): string | undefined {
  const inBody =
    typeof sentBody === 'object' && sentBody !== null && 'idempotencyKey' in sentBody
      ? sentBody.idempotencyKey
      : undefined;
  const line = headers['idempotency-key'];
  return [typeof line === 'string' ? keysIn([line]).join(', ') : undefined, inBody].find(
    (key) => typeof key === 'string',
  );
}
