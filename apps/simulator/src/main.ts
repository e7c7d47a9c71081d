import { pino } from 'pino';
import { createSimulator } from './app.ts';
import { readEnv } from './env.ts';
import { closeTimeoutMs } from './limits.ts';

const env = readEnv();
// A terminal that is closed, or a reader that is gone, must not end the process. Nor may fatal() of pino's own
// destination, which writes to a broken pipe again and again, for ever.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
const logger = pino({ name: 'simulator', level: env.logLevel }, process.stdout);
const simulator = createSimulator({ ...env.simulator, logger });

const refuse = (error: unknown): never => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  const text =
    code === 'EADDRINUSE'
      ? `The simulator cannot start: port ${env.port} on ${env.host} is taken; stop the other process or set SIMULATOR_PORT.`
      : `The simulator cannot start: ${reason}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
};

let isClosing = false;
const close = (signal: NodeJS.Signals): void => {
  if (isClosing) return;
  isClosing = true;
  logger.info({ signal }, 'simulator closing');
  setTimeout(() => process.exit(1), closeTimeoutMs).unref();
  simulator.close().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ err: error }, 'simulator failed to close');
      process.exit(1);
    },
  );
};

process.on('SIGTERM', close);
process.on('SIGINT', close);

void simulator.listen(env.port, env.host).catch(refuse);
