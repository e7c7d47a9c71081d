import { type DestinationStream, type Logger, pino } from 'pino';
import { ignoreBrokenOutput } from './output.ts';
import { redactLine } from './redact.ts';

/**
 * The log of a process: lines of JSON on stdout. Secrets, phone numbers and receipts are removed from the finished
 * line, so that it does not matter how they got into it.
 * @param name of the process: `api`, `worker` or `web`
 * @param level of pino; `silent` writes nothing
 * @param destination another place than stdout, for tests
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = { name, level, base: { pid: process.pid }, hooks: { streamWrite: redactLine } };
  if (destination) return pino(options, destination);
  ignoreBrokenOutput();
  // Not the default of pino: its fatal() writes to a broken pipe again and again, for ever.
  return pino(options, inTurns(process.stdout));
}

/**
 * Writes the lines of one turn of the event loop at once, because each write to a pipe waits for the kernel. What is
 * left is written when the process ends.
 */
function inTurns(output: NodeJS.WriteStream): DestinationStream {
  let lines = '';
  const flush = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}
