import { DomainError } from '@tillgate/domain';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Makes paths that exist answer 405 to the methods they do not have, whatever comes with them. Call it before the routes
 * are made, and what it answers when all of them are.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<HTTPMethods>>();
  app.addHook('onRoute', ({ url, method }) => {
    const had = known.get(url) ?? new Set<HTTPMethods>();
    for (const each of [method].flat()) had.add(each as HTTPMethods);
    known.set(url, had);
  });
  return () => {
    for (const [url, has] of [...known]) {
      if (url.includes('*') || url.startsWith('/docs')) continue;
      const allow = [...has];
      const refuse = async () => {
        throw new DomainError('method_not_allowed', `This path has ${allow.join(', ')} only.`, { allow });
      };
      const missing = methods.filter((method) => !has.has(method));
      app.route({ method: missing, url, schema: { hide: true }, onRequest: refuse, handler: refuse });
    }
  };
}
