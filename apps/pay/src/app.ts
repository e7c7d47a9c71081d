import { randomUUID } from 'node:crypto';
import { connectionCloser, keepAliveSeconds, requestDeadlines, requestTimeoutMs } from '@tillgate/process';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import { answerFaults, refuseBrokenRequest, sendUnknown } from './plugins/answer-faults.ts';
import { logRequests } from './plugins/log-requests.ts';
import { readForms } from './plugins/read-forms.ts';
import { secureHeaders, secureHeadersFor } from './plugins/secure-headers.ts';
import { fileRoutes } from './routes/files.ts';
import { healthRoutes } from './routes/health.ts';
import { pageRoutes } from './routes/pages.ts';
import { receiptRoutes } from './routes/receipts.ts';

/** A form with every field of ours filled with the longest answers is smaller. */
const bodyBytesMax = 16_384;
const pathParameterMax = 64;

/** Registers every route. Call `ready()` or `listen()` on the returned app. */
export async function createApp(
  deps: Deps,
  { timeoutMs = requestTimeoutMs, keptSeconds = keepAliveSeconds } = {},
): Promise<FastifyInstance> {
  const deadlines = requestDeadlines(timeoutMs, keptSeconds);
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    // Fastify sets these two itself.
    requestTimeout: deadlines.requestTimeout,
    keepAliveTimeout: deadlines.keepAliveTimeout,
    http: deadlines,
    genReqId: () => `req_${randomUUID()}`,
    routerOptions: { maxParamLength: pathParameterMax },
    // Hooks do not run for addresses that are too long or not encoded right.
    frameworkErrors: (_error, request, reply) =>
      void sendUnknown(deps, request, reply.headers(secureHeadersFor(deps.baseUrl))),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(deps.baseUrl, error, socket),
  });
  const closeConnections = connectionCloser(app.server);
  app.addHook('preClose', async () => closeConnections());
  secureHeaders(app, deps.baseUrl);
  logRequests(app, deps);
  readForms(app);
  answerFaults(app, deps);
  fileRoutes(app);
  pageRoutes(app, deps);
  receiptRoutes(app, deps);
  healthRoutes(app, deps);
  return app;
}
