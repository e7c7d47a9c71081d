import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, endUnableToListen, shutDownOnSignal } from '@tillgate/process';
import { serve } from 'inngest/node';
import { createClient, createPublisher } from './client.ts';
import { createWorkerContext } from './deps.ts';
import { createEmbeddedEngine } from './embedded/index.ts';
import { readEnv } from './env.ts';
import { createFunctions } from './functions/index.ts';
import { createMailsPage, mailsPath } from './mails-page.ts';
import { startSweeps } from './sweeps.ts';

const shutdownMs = 30_000;
const servePath = '/api/inngest';
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
const publisher = createPublisher(client, log);
const { context, close } = await createWorkerContext(env, log, publisher.publish);
const functions = createFunctions(client, context);
const showMails = env.SMTP_URL ? undefined : createMailsPage(context, env.WORKER_HOST);
const answer = env.inngest ? serve({ client, functions, servePath }) : undefined;

const http = createServer((request, response) => {
  if (request.url === '/healthz' || request.url === '/readyz') {
    const state = engine?.stats().state ?? 'inngest';
    const isReady = request.url === '/healthz' || ['active', 'standby', 'inngest'].includes(state);
    const body = JSON.stringify({ status: isReady ? 'ok' : 'not_ready', engine: state });
    response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' }).end(body);
  } else if (showMails && request.url === mailsPath) void showMails(request, response);
  else if (answer && request.url?.startsWith(servePath)) void answer(request, response);
  else response.writeHead(404).end();
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
  close: [stopListening, () => engine?.stop(), () => publisher.close(), close],
});

await engine?.start({ client, functions });
if (!shutdown.isStopping()) sweeps = startSweeps(context, log);
