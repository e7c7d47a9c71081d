import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * Counts requests and errors. The route is its pattern: the paths of hooks are secrets, and somebody who guesses addresses
 * makes no new series.
 */
export function countRequests(app: FastifyInstance, { requestMeter: meter }: Pick<Deps, 'requestMeter'>): void {
  if (!meter) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = '(none)' } = request.routeOptions;
    const method = route === '(none)' ? '(any)' : request.method;
    const status = `${Math.trunc(reply.statusCode / 100)}xx`;
    meter.requestSeconds({ method, route, status }, reply.elapsedTime / 1000);
    if (reply.problemCode) meter.errors({ code: reply.problemCode });
    done();
  });
}
