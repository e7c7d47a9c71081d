import { keptText, pathOf, type RequestLog, resourceOf, withoutSecrets } from '@tillgate/domain/requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The response body before it is serialised. */
    responseBody: unknown;
  }
}

const prefix = '/functions/v1';

/**
 * Notes each merchant call after its response, for the request log that the merchant's developers read. The log writes
 * later, and a call never waits for it.
 */
export function keepRequests(app: FastifyInstance, deps: { requestLog: Pick<RequestLog, 'note'> }): void {
  app.decorateRequest('responseBody', undefined);
  app.addHook('preSerialization', (request, _reply, body, done) => {
    request.responseBody = body;
    done(null, body);
  });
  app.addHook('onResponse', (request, reply, done) => {
    noteRequest(deps.requestLog, request, reply);
    done();
  });
}

function noteRequest(log: Pick<RequestLog, 'note'>, request: FastifyRequest, reply: FastifyReply): void {
  const { caller, responseBody } = request;
  if (!caller) return;
  const parameters = (request.params ?? {}) as Record<string, unknown>;
  const { statusCode } = reply;
  const problem = statusCode >= 400 ? (responseBody as { code?: unknown; detail?: unknown } | undefined) : undefined;
  const key = sentIdempotencyKey(request);
  const userAgent = request.headers['user-agent'];
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
    replayed: reply.getHeader('idempotent-replayed') === 'true',
    resourceId: resourceOf(responseBody, parameters, statusCode),
    remoteIp: request.ip,
    userAgent: userAgent === undefined ? null : keptText(userAgent),
    createdAt: new Date(Date.now() - Math.round(reply.elapsedTime)),
  });
}

/** The key as it was sent, in the header or the body, whether or not it was accepted. */
function sentIdempotencyKey({ headers, sentBody }: FastifyRequest): string | undefined {
  const inBody =
    typeof sentBody === 'object' && sentBody !== null && 'idempotencyKey' in sentBody
      ? sentBody.idempotencyKey
      : undefined;
  return [headers['idempotency-key'], inBody].find((key) => typeof key === 'string');
}
