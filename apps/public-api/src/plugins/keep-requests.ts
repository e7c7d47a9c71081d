import { keptText, pathOf, type RequestLog, resourceOf, withoutSecrets } from '@tillgate/domain/requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is answered, before it becomes text. */
    answer: unknown;
  }
}

const prefix = '/functions/v1';

/**
 * Notes each call of a merchant, once it is answered, for the request log that its developers read. Nothing is written here:
 * the log writes later, and a call never waits for it.
 */
export function keepRequests(app: FastifyInstance, deps: { requestLog: Pick<RequestLog, 'note'> }): void {
  app.decorateRequest('answer', undefined);
  app.addHook('preSerialization', async (request, _reply, answer) => {
    request.answer = answer;
    return answer;
  });
  app.addHook('onResponse', async (request, reply) => noteRequest(deps.requestLog, request, reply));
}

function noteRequest(log: Pick<RequestLog, 'note'>, request: FastifyRequest, reply: FastifyReply): void {
  const { caller, answer } = request;
  if (!caller) return;
  const parameters = (request.params ?? {}) as Record<string, unknown>;
  const { statusCode } = reply;
  const problem = statusCode >= 400 ? (answer as { code?: unknown; detail?: unknown } | undefined) : undefined;
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
    resourceId: resourceOf(answer, parameters, statusCode),
    remoteIp: request.ip,
    userAgent: userAgent === undefined ? null : keptText(userAgent),
    createdAt: new Date(Date.now() - Math.round(reply.elapsedTime)),
  });
}

/** As it was sent, in the header or in the body, whether it was taken or not. */
function sentIdempotencyKey({ headers, sentBody }: FastifyRequest): string | undefined {
  const inBody =
    typeof sentBody === 'object' && sentBody !== null && 'idempotencyKey' in sentBody
      ? sentBody.idempotencyKey
      : undefined;
  return [headers['idempotency-key'], inBody].find((key) => typeof key === 'string');
}
