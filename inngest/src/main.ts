import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Publish } from '@tillgate/domain';
import { serve } from 'inngest/node';
import { pino } from 'pino';
import { createClient, createPublisher } from './client.ts';
import { createWorkerContext } from './deps.ts';
import { createEmbeddedEngine } from './embedded/index.ts';
import { readEnv, supervised } from './env.ts';
import { createFunctions } from './index.ts';
import { startSweeps } from './sweeps.ts';

const shutdownMs = 30_000;
const servePath = '/api/inngest';

const env = readEnv();
const log = pino({
  name: 'worker',
  level: env.LOG_LEVEL,
  redact: {
    paths: ['phone', 'receipt', 'secret', 'token', '*.phone', '*.receipt', '*.secret', '*.token'],
    censor: '[redacted]',
  },
  base: { pid: process.pid },
});
const server =
  env.INNGEST_BASE_URL && env.INNGEST_EVENT_KEY
    ? { baseUrl: env.INNGEST_BASE_URL, eventKey: env.INNGEST_EVENT_KEY }
    : undefined;

const engine = server
  ? undefined
  : createEmbeddedEngine({
      connectionString: env.DATABASE_URL,
      log,
      onLost: () => {
        log.fatal({}, 'the database connection of the engine is gone: ending, to be started again');
        process.exit(1);
      },
    });
const client = createClient(
  engine
    ? { kind: 'embedded', fetch: engine.fetch }
    : {
        kind: 'server',
        ...(server as { baseUrl: string; eventKey: string }),
        signingKey: env.INNGEST_SIGNING_KEY ?? '',
      },
  log,
);
const publisher = createPublisher(client, log);
const publish: Publish = (events) => publisher.publish(events);
const { context, close } = await createWorkerContext(env, log, publish);
const functions = createFunctions(client, context);
const answer = engine ? undefined : serve({ client, functions, servePath });

const http = createServer((request, response) => {
  if (request.url === '/healthz')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
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
  log.info({ port, engine: engine ? 'embedded' : 'inngest' }, 'listening');
});

await engine?.start({ client, functions });
const sweeps = startSweeps(context, log);

let stopping = false;
async function stop(reason: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), shutdownMs).unref();
  sweeps.stop();
  http.close();
  http.closeIdleConnections();
  await engine?.stop();
  await publisher.close();
  await close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));
if (supervised) process.once('disconnect', () => void stop('the supervisor is gone'));
