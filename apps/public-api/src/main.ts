import { createApp } from './app.ts';
import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';
import { createLog } from './log.ts';

/** Requests under way may end: after its provider call, the answer must be recorded. */
const recordingMs = 15_000;

const env = readEnv();
const log = createLog(env.LOG_LEVEL);
const deps = await createDeps(env, log);
const app = await createApp(deps);

let stopping = false;
async function stop(reason: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), env.PROVIDER_TIMEOUT_MS + recordingMs).unref();
  await app.close();
  await deps.close();
  process.exit(0);
}

process.on('SIGTERM', () => void stop('SIGTERM'));
process.on('SIGINT', () => void stop('SIGINT'));

try {
  await app.listen({ host: env.API_HOST, port: env.API_PORT });
  const [address] = app.addresses();
  log.info({ port: typeof address === 'object' ? address.port : undefined, baseUrl: env.PUBLIC_BASE_URL }, 'listening');
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const reason = taken ? `Port ${env.API_PORT} is in use; set API_PORT to another one.` : String(error);
  process.stderr.write(`The API cannot listen: ${reason}\n`);
  process.exit(1);
}
