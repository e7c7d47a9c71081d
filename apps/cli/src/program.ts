import { Command } from 'commander';
import type { Shell } from './command.ts';
import { backup, restore } from './commands/backup.ts';
import { batches } from './commands/batches.ts';
import { buckets } from './commands/buckets.ts';
import { c2b } from './commands/c2b.ts';
import { credentials } from './commands/credentials.ts';
import { days } from './commands/days.ts';
import { deliveries } from './commands/deliveries.ts';
import { demo } from './commands/demo.ts';
import { endpoints } from './commands/endpoints.ts';
import { exports } from './commands/exports.ts';
import { float } from './commands/float.ts';
import { gaps } from './commands/gaps.ts';
import { guard } from './commands/guard.ts';
import { keys, reportTokens } from './commands/keys.ts';
import { links } from './commands/links.ts';
import { listen } from './commands/listen.ts';
import { mcp } from './commands/mcp.ts';
import { names } from './commands/names.ts';
import { applications, organizations, shortcodes } from './commands/organizations.ts';
import { policies } from './commands/policies.ts';
import { recoveries } from './commands/recoveries.ts';
import { retention, subjects } from './commands/retention.ts';
import { reviews } from './commands/reviews.ts';
import { rollups } from './commands/rollups.ts';
import { sealKeys } from './commands/seal-keys.ts';
import { statements } from './commands/statements.ts';
import { doctor, migrate } from './commands/system.ts';
import { top } from './commands/top.ts';
import { trigger } from './commands/trigger.ts';
import { users } from './commands/users.ts';
import type { Answer } from './output.ts';
import type { Terminal } from './terminal.ts';

const commands = [
  users,
  organizations,
  applications,
  credentials,
  shortcodes,
  keys,
  sealKeys,
  reportTokens,
  policies,
  endpoints,
  deliveries,
  recoveries,
  exports,
  buckets,
  days,
  float,
  guard,
  retention,
  names,
  links,
  batches,
  reviews,
  gaps,
  rollups,
  statements,
  subjects,
  c2b,
  listen,
  trigger,
  mcp,
  top,
  doctor,
  migrate,
  backup,
  restore,
];

/**
 * Builds the whole command line. Each command passes its result to `answer`. `listen` and `mcp` do not
 * end by themselves, so they write to `terminal`. Help and usage errors go to `streams`.
 */
export function createProgram(
  answer: (answer: Answer) => void,
  streams: { out(text: string): void; err(text: string): void },
  terminal: Terminal,
): Command {
  const shell: Shell = { answer, report: streams.err, terminal };
  const program = new Command('tillgate')
    .description('The command line of Tillgate for operators and automation.')
    .option('--json', 'print one JSON object: the result on stdout or an error on stderr');
  for (const entry of commands) program.addCommand(entry(shell));
  program.addCommand(demo(shell), { hidden: true });
  program.addHelpText('after', '\nExit codes: 0 for success, 1 for any error.');
  for (const command of withDescendants(program)) {
    command
      .exitOverride()
      .configureHelp({ showGlobalOptions: true })
      .configureOutput({ writeOut: streams.out, writeErr: streams.err });
  }
  return program;
}

function withDescendants(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withDescendants)];
}
