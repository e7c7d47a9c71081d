import type { AddressInfo } from 'node:net';
import { builtOrEnd, connectionCloser, createLogger, endUnableToListen, shutDownOnSignal } from '@tillgate/process';
import { listenForMetrics } from '@tillgate/process/metrics';
import { createClient, createPublisher } from './client.ts';
import { createWorkerContext } from './deps.ts';
import { createEmbeddedEngine } from './embedded/index.ts';
import { readEnv } from './env.ts';
import { createFunctions } from './functions/index.ts';
import { createMailsPage } from './mails-page.ts';
import { createWorkerMetrics, exposeEngine } from './metrics.ts';
import { createServerMode, endUnlessKeysFit } from './server/index.ts';
import { startSweeps } from './sweeps.ts';
import { createWorkerServer } from './worker-server.ts';

const shutdownMs = 30_000;
/** A hanging call occupies a slot. There is room for hundreds of dead endpoints besides callbacks and queries. */
const runsInFlightMax = 1_024;

const env = readEnv();
const log = createLogger('worker', env.LOG_LEVEL);

const engine = env.inngest
  ? undefined
  : createEmbeddedEngine({
      connectionString: env.DATABASE_URL,
      slots: runsInFlightMax,
      log,
      onLost: (error) => {
        log.fatal({ err: error }, 'The engine lost its database connection. The worker ends, to be started again.');
        process.exit(1);
      },
    });
const counted = createWorkerMetrics(env);
const client = createClient(
  env.inngest ? { kind: 'server', ...env.inngest } : { kind: 'embedded', fetch: engine?.fetch ?? fetch },
  log,
);
async function start(): Promise<void> {
  if (env.inngest) await endUnlessKeysFit(env.inngest);
  const { context, close } = await builtOrEnd(
    'The worker',
    createWorkerContext(env, log, (pool) => createPublisher(client, { pool, log }), counted),
  );
  const functions = createFunctions(client.inngest, context);
  const server = env.inngest && createServerMode(env.inngest, { inngest: client.inngest, functions, context, log });
  // Loads the ORM's compiler now, because it would delay the first settlements by a third of a second.
  await context.db.prisma.$connect();

  if (counted && engine) exposeEngine(counted.metrics, engine);
  const metricsServer = await listenForMetrics(counted?.metrics, env, 'METRICS_WORKER_PORT', log);
  const http = createWorkerServer({
    health() {
      if (server) return server.health();
      const state = engine?.stats().state ?? 'idle';
      return { engine: state, isReady: ['active', 'standby'].includes(state) };
    },
    look: server?.look,
    showMails: env.SMTP_URL ? undefined : createMailsPage(context, env.WORKER_HOST),
    runFunctions: server?.runFunctions,
    keptSeconds: env.KEEP_ALIVE_SECONDS,
  });
  const closeConnections = connectionCloser(http);
  http.on('error', (error) => {
    endUnableToListen('The worker', { port: env.WORKER_PORT, variable: 'WORKER_PORT' }, error);
  });
  http.listen(env.WORKER_PORT, env.WORKER_HOST, () => {
    const { port } = http.address() as AddressInfo;
    log.info({ port, engine: env.inngest ? 'inngest' : 'embedded' }, 'listening');
  });

  let sweeps: ReturnType<typeof startSweeps> | undefined;
  function stopListening() {
    sweeps?.stop();
    http.close();
    closeConnections();
  }
  const shutdown = shutDownOnSignal({
    log,
    graceMs: shutdownMs,
    close: [() => server?.stop(), stopListening, () => engine?.stop(), close, () => metricsServer?.close()],
  });

  server?.start();
  await engine?.start({ client: client.inngest, functions }).catch((error: unknown) => {
    log.fatal({ err: error }, 'The engine cannot start. The worker ends, to be started again.');
    process.exit(1);
  });
  if (!shutdown.isStopping()) {
    sweeps = startSweeps(context, log, { everySecondsMax: env.SWEEP_SECONDS_MAX, meter: counted?.sweeps });
  }
}

void start();
