import { builtOrEnd, createLogger, endUnableToListen, shutDownOnSignal } from '@tillgate/process';
import { listenForMetrics } from '@tillgate/process/metrics';
import { createApp } from './app.ts';
import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';
import { createApiMetrics } from './metrics.ts';
import { warnOfMissingProxies } from './missing-proxies.ts';
import { reportCallbackAccess } from './report-callback-access.ts';

/** Connections that wait to be accepted. The system repeats what finds no room a second later. */
const backlog = 4_096;
/** Requests under way may end: after a provider call, the result must be recorded. */
const recordingMs = 15_000;

const env = readEnv();
const log = createLogger('api', env.LOG_LEVEL);
const counted = createApiMetrics(env);
async function start(): Promise<void> {
  const deps = await builtOrEnd('The API', createDeps(env, log, counted));
  const app = await createApp(deps, { keptSeconds: env.KEEP_ALIVE_SECONDS });
  warnOfMissingProxies(env, log);
  void reportCallbackAccess(deps);
  const metricsServer = await listenForMetrics(counted?.metrics, env, 'METRICS_API_PORT', log);

  shutDownOnSignal({
    log,
    graceMs: env.PROVIDER_TIMEOUT_MS + recordingMs,
    close: [() => app.close(), () => deps.close(), () => metricsServer?.close()],
  });

  try {
    await app.listen({ host: env.API_HOST, port: env.API_PORT, backlog });
  } catch (error) {
    endUnableToListen('The API', { port: env.API_PORT, variable: 'API_PORT' }, error);
  }
  const [address] = app.addresses();
  log.info({ port: typeof address === 'object' ? address.port : undefined, baseUrl: env.PUBLIC_BASE_URL }, 'listening');
}

void start();
