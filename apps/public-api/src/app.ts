import { randomUUID } from 'node:crypto';
import { connectionCloser, keepAliveSeconds, requestDeadlines, requestTimeoutMs } from '@tillgate/process';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from './deps.ts';
import { c2bHook } from './hooks/c2b-hook.ts';
import { railHook } from './hooks/rail-hook.ts';
import { resultHook } from './hooks/result-hook.ts';
import { stkHook } from './hooks/stk-hook.ts';
import { authenticate } from './plugins/authenticate.ts';
import { countRequests } from './plugins/count-requests.ts';
import { describeApi } from './plugins/describe-api.ts';
import { keepRequests } from './plugins/keep-requests.ts';
import { limitRequests } from './plugins/limit-requests.ts';
import { logRequests } from './plugins/log-requests.ts';
import { nameSenders } from './plugins/name-senders.ts';
import { readJson } from './plugins/read-json.ts';
import { refuseMisnamed } from './plugins/refuse-misnamed.ts';
import { refuseOtherMethods } from './plugins/refuse-other-methods.ts';
import { secureHeaders, secureHeadersFor } from './plugins/secure-headers.ts';
import { refuseBrokenRequest, sendProblem, sendProblems } from './plugins/send-problems.ts';
import { hasGuides, serveGuides } from './plugins/serve-guides.ts';
import { shedLoad } from './plugins/shed-load.ts';
import { accountBalanceRoute } from './routes/account-balance.ts';
import { c2bRegisterRoute } from './routes/c2b-register.ts';
import { collectRoute } from './routes/collect.ts';
import { disbursementsRoute } from './routes/disbursements.ts';
import { errorsRoute } from './routes/errors.ts';
import { eventsListenRoute } from './routes/events-listen.ts';
import { healthRoutes } from './routes/health.ts';
import { inquiriesRoute } from './routes/inquiries.ts';
import { paymentLinksRoutes } from './routes/payment-links.ts';
import { paymentsRoute } from './routes/payments.ts';
import { payoutRoute } from './routes/payout.ts';
import { payoutBatchesRoutes } from './routes/payout-batches.ts';
import { qrGenerateRoute } from './routes/qr-generate.ts';
import { reversalRoute } from './routes/reversal.ts';
import { serviceStatusRoutes } from './routes/service-status.ts';
import { simulateOutcomeRoute } from './routes/simulate-outcome.ts';
import { statusRoute } from './routes/status.ts';
import { transactionStatusRoute } from './routes/transaction-status.ts';

const bodyBytesMax = 100_000;
const pathParameterMax = 200;

type App = FastifyInstance;

/**
 * Registers every route, in reading order. Call `ready()` or `listen()` on the returned app.
 * @param options `timeoutMs`: how long a client may take to send a request; `keptSeconds`: how long idle connections are kept
 */
export async function createApp(
  deps: Deps,
  { timeoutMs = requestTimeoutMs, keptSeconds = keepAliveSeconds } = {},
): Promise<App> {
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
    // Hooks do not run for these errors.
    frameworkErrors: (error, request, reply) =>
      sendProblem(deps, error, request, reply.headers(secureHeadersFor(deps.errorsUrl))),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(deps, error, socket),
  });
  const closeConnections = connectionCloser(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  nameSenders(app, deps.trustedProxies);
  app.addHook('preClose', async () => closeConnections());
  secureHeaders(app, deps.errorsUrl);
  logRequests(app, deps);
  countRequests(app, deps);
  sendProblems(app, deps);
  readJson(app);
  const refuseOthers = refuseOtherMethods(app);
  await serveDocs(app, deps.docsDirectory);

  await app.register(
    async (v1) => {
      const routes = v1.withTypeProvider<ZodTypeProvider>();
      errorsRoute(routes, { hasGuides: hasGuides(deps.docsDirectory) });
      stkHook(routes, deps);
      resultHook(routes, deps);
      c2bHook(routes, deps);
      railHook(routes, deps);
      await routes.register(async (merchant) => {
        shedLoad(merchant, deps);
        authenticate(merchant, deps);
        keepRequests(merchant, deps);
        limitRequests(merchant, deps);
        refuseMisnamed(merchant);
        const own = merchant.withTypeProvider<ZodTypeProvider>();
        collectRoute(own, deps);
        statusRoute(own, deps);
        paymentsRoute(own, deps);
        paymentLinksRoutes(own, deps);
        payoutBatchesRoutes(own, deps);
        simulateOutcomeRoute(own, deps);
        eventsListenRoute(own, deps);
        qrGenerateRoute(own, deps);
        c2bRegisterRoute(own, deps);
        payoutRoute(own, deps);
        reversalRoute(own, deps);
        disbursementsRoute(own, deps);
        transactionStatusRoute(own, deps);
        accountBalanceRoute(own, deps);
        inquiriesRoute(own, deps);
      });
    },
    { prefix: '/functions/v1' },
  );
  healthRoutes(app.withTypeProvider<ZodTypeProvider>(), deps);
  serviceStatusRoutes(app.withTypeProvider<ZodTypeProvider>(), deps);
  refuseOthers();
  return app;
}

/** The guides below /docs with the reference beside them, or the reference alone when there are no guides. */
async function serveDocs(app: App, directory: string): Promise<void> {
  if (hasGuides(directory)) {
    await describeApi(app, '/docs/reference');
    return serveGuides(app, directory);
  }
  await describeApi(app, '/docs');
  // Links to guides, which an installation may leave out, end at the reference.
  app.get('/docs/:guide', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/', 302));
}
