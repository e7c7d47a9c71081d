import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseBeyond } from './refuse-beyond.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route counts against a limit of its own. */
    hasOwnLimit?: boolean;
  }
}

/**
 * Counts each request against the limit of its API key, before its body is read. The count is this process's own, so
 * that no read waits for it.
 */
export function limitRequests(app: FastifyInstance, { requestLimit }: Pick<Deps, 'requestLimit'>): void {
  // A hook without a promise: every request passes it.
  app.addHook('onRequest', ({ caller, routeOptions }, reply, done) => {
    if (!caller || routeOptions.config.hasOwnLimit) return done();
    const verdict = requestLimit.consume(caller.keyId);
    refuseBeyond(reply, 'per-key', verdict, `This API key may make ${verdict.limit} requests`);
    done();
  });
}
