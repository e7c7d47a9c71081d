import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { addAdminRoutes } from './admin-routes.ts';
import { addAirtelRoutes } from './airtel/routes.ts';
import { guardAgainstBrowsers } from './browser-guard.ts';
import { addPullRoutes, pullPaths } from './c2b/pull-routes.ts';
import { addC2bRoutes, c2bPaths } from './c2b/routes.ts';
import { addHandsetRoutes } from './handset-routes.ts';
import { bodyMaxBytes, requestCheckMs, requestTimeoutMs } from './limits.ts';
import { addTokenRoute, tokenPath } from './oauth-route.ts';
import { addPage } from './page.ts';
import { sendError } from './provider-answers.ts';
import { addPushRoute, pushPath } from './push-route.ts';
import { addQrRoute, qrPath } from './qr-route.ts';
import { addQueryRoute, queryPath } from './query-route.ts';
import { entryOf, noteEntry, setEntry } from './request-entries.ts';
import { addSecuredRoutes, securedPaths } from './secured/routes.ts';
import { createSimulation, type Simulation, type SimulatorOptions } from './simulation.ts';

export type { SimulatorOptions } from './simulation.ts';

/** A simulator. It does not listen until `listen` is called. */
type Simulator = {
  app: FastifyInstance;
  /** Starts listening and returns the base URL. Port 0 picks a free port; the host defaults to 127.0.0.1. */
  listen(port: number, host?: string): Promise<string>;
  /** Cuts all connections and drops pending replies and callbacks. Resolves when everything is closed. */
  close(): Promise<void>;
};

const productPaths = [...securedPaths, ...c2bPaths, ...pullPaths];
const providerPaths: readonly string[] = [tokenPath, pushPath, queryPath, qrPath, ...productPaths];
const otherPath = '(other)';

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';
const isAdminPath = (path: string): boolean =>
  path === '/' || path === '/healthz' || /^\/(admin|handset(\/|$))/.test(path);

const addRequestLog = (app: FastifyInstance, simulation: Simulation): void => {
  app.addHook('onRequest', async (request) => {
    const path = pathOf(request);
    if (isAdminPath(path)) return;
    setEntry(
      request,
      simulation.requests.add(
        request.method,
        providerPaths.includes(path) ? path : (request.routeOptions.url ?? otherPath),
      ),
    );
  });
  app.addHook('onSend', async (request, reply) => {
    noteEntry(request, { status: reply.statusCode });
  });
  app.addHook('onResponse', async (request, reply) => {
    const entry = entryOf(request);
    if (entry === undefined) return;
    const { method, path, status, errorCode } = entry;
    app.log.info({ method, path, status, errorCode, elapsedMs: Math.round(reply.elapsedTime) }, 'request completed');
  });
};

const addFallbacks = (app: FastifyInstance): void => {
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (isAdminPath(path)) return reply.code(404).send({ error: 'No such endpoint' });
    return providerPaths.includes(path)
      ? sendError(request, reply, 405, '405.001', 'Method Not Allowed')
      : sendError(request, reply, 404, '404.001.01', 'Resource not found');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) app.log.error({ err: error }, 'A request failed.');
    if (isAdminPath(pathOf(request))) return reply.code(status).send({ error: error.message });
    return status >= 500
      ? sendError(request, reply, 500, '500.003.1001', 'Internal Server Error')
      : sendError(request, reply, 400, '400.002.05', 'Invalid Request Payload');
  });
};

/** Creates a simulator. Every option has a default; see `SimulatorOptions`. */
export const createSimulator = (options: SimulatorOptions = {}): Simulator => {
  const simulation = createSimulation(options);
  const app = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    bodyLimit: bodyMaxBytes,
    requestTimeout: options.requestTimeoutMs ?? requestTimeoutMs,
    // Node looks for late requests at this interval. Its own interval would double the time.
    http: { headersTimeout: options.requestTimeoutMs ?? requestTimeoutMs, connectionsCheckingInterval: requestCheckMs },
    // Fastify's own log lines print whole URLs. The onResponse hook below prints known paths only.
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  // The routes get the body as text, because the provider checks the token before it parses JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  guardAgainstBrowsers(app, options.names ?? [], (request) => isAdminPath(pathOf(request)));
  addRequestLog(app, simulation);
  addFallbacks(app);
  addTokenRoute(app, simulation);
  addPushRoute(app, simulation);
  addQueryRoute(app, simulation);
  addSecuredRoutes(app, simulation);
  addC2bRoutes(app, simulation);
  addPullRoutes(app, simulation);
  addQrRoute(app, simulation);
  addAirtelRoutes(app, simulation);
  addHandsetRoutes(app, simulation);
  addAdminRoutes(app, simulation);
  addPage(app);
  app.get('/healthz', async () => ({ ok: true }));
  return {
    app,
    listen: (port, host = '127.0.0.1') => app.listen({ port, host }),
    async close() {
      simulation.timers.close();
      await Promise.all([app.close(), simulation.agent.destroy()]);
    },
  };
};
