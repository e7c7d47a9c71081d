import { Command } from 'commander';
import { appCreate } from './commands/app-create.ts';
import { c2bRulesSet } from './commands/c2b-rules-set.ts';
import { c2bRulesShow } from './commands/c2b-rules-show.ts';
import { credentialsSet } from './commands/credentials-set.ts';
import { demoSeed } from './commands/demo-seed.ts';
import { doctor } from './commands/doctor.ts';
import { endpointCreate } from './commands/endpoint-create.ts';
import { keyCreate } from './commands/key-create.ts';
import { keyRevoke } from './commands/key-revoke.ts';
import { userCreate } from './commands/user-create.ts';
import type { Answer } from './output.ts';

type Streams = { out(text: string): void; err(text: string): void };

/** The whole command line in reading order. Commands give their answer to `answer`. */
export function createProgram(answer: (answer: Answer) => void, streams: Streams): Command {
  const group = (name: string, description: string, ...commands: Command[]) => {
    const parent = new Command(name).description(description);
    for (const command of commands) parent.addCommand(command);
    return parent;
  };
  const program = new Command('tillgate')
    .description('The command line of Tillgate for operators and automation.')
    .option('--json', 'print one JSON object: the answer on stdout, an error on stderr')
    .addCommand(group('user', 'people', userCreate(answer)))
    .addCommand(group('app', 'applications: merchant accounts', appCreate(answer)))
    .addCommand(group('credentials', 'what the provider gave an application', credentialsSet(answer)))
    .addCommand(group('key', 'API keys', keyCreate(answer), keyRevoke(answer)))
    .addCommand(group('endpoint', 'webhook endpoints', endpointCreate(answer)))
    .addCommand(
      group(
        'c2b',
        'offline payments',
        group('rules', 'what is accepted offline', c2bRulesSet(answer), c2bRulesShow(answer)),
      ),
    )
    .addCommand(doctor(answer))
    // Used by `npm start` on its first run.
    .addCommand(group('seed', 'first data', demoSeed('demo', answer)), { hidden: true })
    .addCommand(group('demo', 'the demo merchant', demoSeed('seed', answer)), { hidden: true })
    .addHelpText('after', '\nExit code: 0 when it was done, 1 for any error.');
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
