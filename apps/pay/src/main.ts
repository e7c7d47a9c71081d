import { builtOrEnd, createLogger, endUnableToListen, shutDownOnSignal } from '@tillgate/process';
import { listenForMetrics } from '@tillgate/process/metrics';
import { createApp } from './app.ts';
import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';
import { createPayMetrics } from './metrics.ts';

/** Pages under way may end. */
const graceMs = 15_000;

const env = readEnv();
const log = createLogger('pay', env.LOG_LEVEL);
const counted = createPayMetrics(env);

async function start(): Promise<void> {
  const deps = await builtOrEnd('The pay process', createDeps(env, log, counted));
  const app = await createApp(deps, { keptSeconds: env.KEEP_ALIVE_SECONDS });
  const metricsServer = await listenForMetrics(counted?.metrics, env, 'METRICS_PAY_PORT', log);
  shutDownOnSignal({ log, graceMs, close: [() => app.close(), () => deps.close(), () => metricsServer?.close()] });
  try {
    await app.listen({ host: env.PAY_HOST, port: env.PAY_PORT });
  } catch (error) {
    endUnableToListen('The pay process', { port: env.PAY_PORT, variable: 'PAY_PORT' }, error);
  }
  const [address] = app.addresses();
  log.info({ port: typeof address === 'object' ? address.port : undefined, baseUrl: env.PAY_BASE_URL }, 'listening');
}

void start();
