import type { getRecovery } from '@tillgate/domain/reading/recoveries';
import type { StartedRecovery, StartRecoveryInput } from '@tillgate/domain/recoveries';
import { Command } from 'commander';
import { awaitRecovery } from '../await-recovery.ts';
import { type OperatorContext, withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { recoveryText } from '../recovery-text.ts';
import { moment } from '../table.ts';
import { readMoment } from '../time.ts';
import { endpointOption } from './options.ts';

type Options = { endpoint: string; since: string; until?: string; wait?: true };
type Verb = (ctx: OperatorContext, input: StartRecoveryInput) => Promise<StartedRecovery>;
type Waited = StartedRecovery & Partial<Awaited<ReturnType<typeof getRecovery>>>;

/** What `endpoint recover` and `endpoint replay` share: an order for a time, and looking on while it is carried out. */
export function startRecovery(
  command: { name: string; description: string; help: string; verb: Verb },
  answer: (answer: Answer) => void,
  report: (line: string) => void,
): Command {
  return new Command(command.name)
    .description(command.description)
    .addOption(endpointOption())
    .requiredOption('--since <time>', 'from then on: a time, or a duration back from now; at most 30 days back')
    .option('--until <time>', 'up to then; now when left out')
    .option('--wait', 'show the progress until it is done')
    .addHelpText('after', command.help)
    .action(async ({ endpoint, since, until, wait }: Options) => {
      const input = {
        endpointId: endpoint,
        since: readMoment('--since', since),
        until: until === undefined ? undefined : readMoment('--until', until),
      };
      await withOperator(async (ctx) => {
        const started = await command.verb(ctx, input);
        if (!wait) return answer({ json: started, text: startedText(started) });
        const recovery = await awaitRecovery(ctx, started.recoveryId, report);
        const json: Waited = { ...started, ...recovery };
        const stands =
          recovery.status === 'running' ? '\nNothing moves. Is a worker running? It goes on by itself.' : '';
        answer({ json, text: `${recoveryText(recovery)}${stands}`, failed: recovery.status !== 'completed' });
      });
    });
}

function startedText({ recoveryId, started, since, until }: StartedRecovery): string {
  const time = `${moment(since)} to ${moment(until)}`;
  const text = started ? `Started for ${time}.` : `One is running already, for ${time}.`;
  return `${text} How far it is:\n  tillgate recovery show --recovery ${recoveryId}`;
}
