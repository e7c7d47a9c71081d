import { METHODS, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { DomainError } from '@tillgate/domain';
import type { FastifyInstance, HTTPMethods } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of every path that the app serves, by the path's pattern. */
    servedMethods: ReadonlyMap<string, ReadonlySet<string>>;
  }
}

/**
 * Makes every path respond with 405 and `Allow` to the methods that it does not have: all that Node's parser reads, with or
 * without credentials and body. Call it before the routes are registered, and the function that it returns after them.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const served = new Map<string, Set<string>>();
  let isComplete = false;
  app.decorate('servedMethods', served);
  app.addHook('onRoute', ({ url, method }) => {
    if (isComplete) return;
    const methods = served.get(url) ?? new Set<string>();
    for (const each of [method].flat()) methods.add(each);
    served.set(url, methods);
  });
  routeConnect(app);
  return () => {
    isComplete = true;
    for (const method of METHODS) {
      if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
    }
    for (const [url, methods] of served) {
      // The pages of the reference are files, which a plugin serves.
      if (!url.includes('*') && !url.startsWith('/docs')) refuseAllBut(app, url, methods);
    }
  };
}

function refuseAllBut(app: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const allow = [...methods];
  const refuse = async () => {
    throw new DomainError('method_not_allowed', `This path allows only ${allow.join(', ')}.`, { allow });
  };
  const missing = METHODS.filter((method) => !methods.has(method)) as HTTPMethods[];
  app.route({ method: missing, url, schema: { hide: true }, onRequest: refuse, handler: refuse });
}

/** Node gives CONNECT to a listener of its own, and closes the connection when there is none. */
function routeConnect(app: FastifyInstance): void {
  app.server.on('connect', (request, socket) => {
    // The server no longer handles this socket, and an unhandled error would end the process.
    socket.on('error', () => socket.destroy());
    if (!(socket instanceof Socket)) return socket.destroy();
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.destroySoon());
    app.server.emit('request', request, response);
  });
}
