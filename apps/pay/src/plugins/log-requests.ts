import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** Whoever watches the process names its requests by their route and id: `ops/end-when-stuck.mjs`. */
const begun = channel('tillgate:request');
const probes = new Set(['/healthz', '/readyz']);

/**
 * Logs and counts each request, and sets its id on every response. Logs the route's pattern and never the address itself:
 * whoever has the address of a page can see it.
 */
export function logRequests(app: FastifyInstance, { log, meter }: Pick<Deps, 'log' | 'meter'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    begun.publish({ raw: request.raw, id: request.id, route: request.routeOptions.url ?? '(none)' });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(none)';
    const { id: requestId, method } = request;
    const line = { requestId, method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    log[probes.has(route) ? 'debug' : 'info'](line, 'request');
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    meter?.requestSeconds({ method: route === '(none)' ? '(any)' : method, route, status }, reply.elapsedTime / 1000);
    done();
  });
}
