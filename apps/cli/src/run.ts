import { CommanderError } from 'commander';
import { type Answer, failureOf } from './output.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line and returns its exit code. With --json, each stream gets at most one JSON object. */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  const json = args.includes('--json');
  let answer: Answer | undefined;
  const streams = { out: terminal.out, err: json ? () => {} : terminal.err };
  const program = createProgram(
    (given) => {
      answer = given;
    },
    streams,
    terminal,
  );
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const failure = failureOf(json && error instanceof CommanderError ? explained(error) : error);
    if (json) terminal.err(`${JSON.stringify(failure)}\n`);
    // Commander has already printed its own errors.
    else if (!(error instanceof CommanderError)) terminal.err(`error: ${failure.error}\n`);
    return 1;
  }
  if (answer) terminal.out(`${json ? JSON.stringify(answer.json) : answer.text}\n`);
  return answer?.failed ? 1 : 0;
}

/** Commander prints only the help of a group without a command. With --json that must be an error instead. */
function explained(error: CommanderError): CommanderError {
  if (error.code !== 'commander.help') return error;
  return new CommanderError(error.exitCode, error.code, 'a command is missing; see --help');
}
