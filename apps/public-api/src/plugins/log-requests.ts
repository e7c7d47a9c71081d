import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const probes = new Set(['/healthz', '/readyz']);

/**
 * One line per request, and its id on every answer. The route's pattern is logged, never the address itself: hook paths
 * are secrets, and ids of payments are the merchant's business.
 */
export function logRequests(app: FastifyInstance, deps: Pick<Deps, 'log'>): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)';
    const level = probes.has(route) ? 'debug' : 'info';
    deps.log[level](
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        keyId: request.caller?.keyId,
        applicationId: request.caller?.applicationId,
      },
      'request',
    );
  });
}
