import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Whoever watches the process names its requests by their route and id: `ops/end-when-stuck.mjs`. */
const begun = channel('tillgate:request');
const probes = new Set(['/healthz', '/readyz']);

/**
 * Logs one line per request and sets its id on every response. Logs the route's pattern and never the address itself: the
 * paths of hooks are secrets, and the ids of payments are the merchant's business.
 */
export function logRequests(app: FastifyInstance, deps: Pick<Deps, 'log'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    begun.publish({ raw: request.raw, id: request.id, route: request.routeOptions.url ?? '(none)' });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
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
    done();
  });
}
