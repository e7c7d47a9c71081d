import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** For every response. The simulator has no login, so a page of another origin must get nothing out of it. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const readingMethods = new Set(['GET', 'HEAD']);
const jsonType = /^application\/json\b/i;

/** The name in a Host header, without the port. */
const nameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

/**
 * An address cannot be rebound, so a browser that names one means it. A name can belong to a website and point here.
 */
const isOwnName = (name: string, ownNames: readonly string[]): boolean =>
  name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0 || ownNames.includes(name);

const hasBody = ({ headers: { 'content-length': length, 'transfer-encoding': encoding } }: FastifyRequest): boolean =>
  encoding !== undefined || (length ?? '0') !== '0';

/**
 * Refuses what a website in the browser of this machine could send: requests to a name that is not the simulator's
 * (DNS rebinding), writes from another origin, and bodies that are not JSON on the admin API. The provider's own paths
 * judge the type of their bodies themselves, as the provider does.
 *
 * @param ownNames further names, in lower case, that the simulator is reached by
 */
export const guardAgainstBrowsers = (
  app: FastifyInstance,
  ownNames: readonly string[],
  isAdmin: (request: FastifyRequest) => boolean,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const { host = '', origin, 'content-type': type } = request.headers;
    if (!isOwnName(nameOf(host), ownNames)) {
      const error = 'The Host header names no address of the simulator. Add its name to SIMULATOR_NAMES.';
      return reply.code(421).send({ error });
    }
    if (readingMethods.has(request.method)) return undefined;
    if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
      return reply.code(403).send({ error: 'The simulator takes no requests from other websites.' });
    }
    if (isAdmin(request) && hasBody(request) && !jsonType.test(type ?? '')) {
      return reply.code(415).send({ error: 'The body must be JSON, with the content type application/json.' });
    }
    return undefined;
  });
};
