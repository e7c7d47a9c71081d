import type { AddressInfo } from 'node:net';
import { createLogger, endUnableToListen, shutDownOnSignal } from '@tillgate/process';
import { serve } from 'inngest/node';
import { createClient, createPublisher } from './client.ts';
import { createWorkerContext } from './deps.ts';
import { createEmbeddedEngine } from './embedded/index.ts';
import { readEnv } from './env.ts';
import { createFunctions } from './functions/index.ts';
import { createMailsPage } from './mails-page.ts';
import { startSweeps } from './sweeps.ts';
import { createWorkerServer, servePath } from './worker-server.ts';

const shutdownMs = 30_000;
/** A call that hangs holds a place: room for hundreds of dead endpoints, and for callbacks and queries besides. */
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
        log.fatal({ err: error }, 'the engine lost its database connection: ending, to be started again');
        process.exit(1);
      },
    });
const client = createClient(
  env.inngest ? { kind: 'server', ...env.inngest } : { kind: 'embedded', fetch: engine?.fetch ?? fetch },
  log,
);
const { context, close } = await createWorkerContext(env, log, (pool) => createPublisher(client, { pool, log }));
const functions = createFunctions(client, context);
// Loads the compiler of the ORM, which would hold up the first settlements for a third of a second.
await context.db.prisma.$connect();

const http = createWorkerServer({
  health() {
    const state = engine?.stats().state ?? 'inngest';
    return { engine: state, isReady: ['active', 'standby', 'inngest'].includes(state) };
  },
  showMails: env.SMTP_URL ? undefined : createMailsPage(context, env.WORKER_HOST),
  runFunctions: env.inngest ? serve({ client, functions, servePath }) : undefined,
});
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
  http.closeIdleConnections();
}
const shutdown = shutDownOnSignal({
  log,
  graceMs: shutdownMs,
  close: [stopListening, () => engine?.stop(), close],
});

await engine?.start({ client, functions });
if (!shutdown.isStopping()) sweeps = startSweeps(context, log);
