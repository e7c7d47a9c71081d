import type { Logger } from 'pino';

type Shutdown = {
  /** Whether the end has begun: nothing new may be started. */
  isStopping(): boolean;
};

/**
 * Ends the process in order on SIGTERM or SIGINT: exit code 0 when everything closed, else 1.
 * @param options.graceMs how long closing may take before the process ends all the same
 * @param options.close steps, each started when the one before it is done; a step that fails is logged
 */
export function shutDownOnSignal(options: { log: Logger; graceMs: number; close: (() => unknown)[] }): Shutdown {
  const { log, graceMs, close } = options;
  let isStopping = false;
  const stop = async (reason: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    log.info({ reason }, 'stopping');
    let exitCode = 0;
    for (const step of close) {
      try {
        await step();
      } catch (error) {
        exitCode = 1;
        log.error({ err: error }, 'A part of the process could not be closed.');
      }
    }
    process.exit(exitCode);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
  return { isStopping: () => isStopping };
}

/**
 * Says why a server cannot listen and ends the process with exit code 1.
 * @param name what the process is called in the message, for example `The API`
 * @param where the port, and the variable that changes it
 */
export function endUnableToListen(name: string, where: { port: number; variable: string }, error: unknown): never {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const reason = isTaken
    ? `port ${where.port} is in use. Set ${where.variable} to another port.`
    : error instanceof Error
      ? error.message
      : String(error);
  process.stderr.write(`${name} cannot listen: ${reason}\n`);
  process.exit(1);
}
