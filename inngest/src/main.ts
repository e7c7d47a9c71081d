import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from 'inngest/node';
import { pino } from 'pino';
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
const secrets = ['phone', 'receipt', 'secret', 'token', '*.phone', '*.receipt', '*.secret', '*.token'];

const env = readEnv();
const redact = { paths: secrets, censor: '[redacted]' };
const log = pino({ name: 'worker', level: env.LOG_LEVEL, redact, base: { pid: process.pid } });

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
http.on('error', (error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE';
  const reason = taken ? `Port ${env.WORKER_PORT} is in use; set WORKER_PORT to another one.` : error.message;
  process.stderr.write(`The worker cannot listen: ${reason}\n`);
  process.exit(1);
});
http.listen(env.WORKER_PORT, env.WORKER_HOST, () => {
  const { port } = http.address() as AddressInfo;
  log.info({ port, engine: env.inngest ? 'inngest' : 'embedded' }, 'listening');
});

let stopping = false;
async function stop(reason: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), shutdownMs).unref();
  sweeps?.stop();
  http.close();
  http.closeIdleConnections();
  await engine?.stop();
  await publisher.close();
  await close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));

let sweeps: ReturnType<typeof startSweeps> | undefined;
await engine?.start({ client, functions });
if (!stopping) sweeps = startSweeps(context, log);
