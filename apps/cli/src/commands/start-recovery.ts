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

/** Builds `endpoint recover` and `endpoint replay`: starts a recovery for a time and optionally waits for it. */
export function startRecovery(
  command: { name: string; description: string; help: string; verb: Verb },
  answer: (answer: Answer) => void,
  report: (line: string) => void,
): Command {
  return new Command(command.name)
    .description(command.description)
    .addOption(endpointOption())
    .requiredOption('--since <time>', 'start: a time, or a duration before now; at most 30 days ago')
    .option('--until <time>', 'end (default: now)')
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
        const hint =
          recovery.status === 'running'
            ? '\nNo progress. Is a worker running? The recovery continues when one starts.'
            : '';
        answer({ json, text: `${recoveryText(recovery)}${hint}`, failed: recovery.status !== 'completed' });
      });
    });
}

function startedText({ recoveryId, started, since, until }: StartedRecovery): string {
  const time = `${moment(since)} to ${moment(until)}`;
  const text = started ? `Started for ${time}.` : `A recovery is already running for ${time}.`;
  return `${text} To see its progress:\n  tillgate recovery show --recovery ${recoveryId}`;
}
