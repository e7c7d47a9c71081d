import { getRecovery, listRecoveries } from '@tillgate/domain/reading/recoveries';
import { cancelRecovery, type StartedRecovery, type StartRecoveryInput } from '@tillgate/domain/recoveries';
import { awaitRecovery } from '../await-recovery.ts';
import { type Entry, group, operatorCommand } from '../command.ts';
import type { OperatorContext } from '../deps.ts';
import { flag, optional, required } from '../fields.ts';
import { endpointId, limitOption } from '../options.ts';
import { recoveriesText, recoveryText } from '../recovery-text.ts';
import { moment } from '../table.ts';
import { readMoment } from '../time.ts';

const recoveryId = required('--recovery <id>', 'recovery ID');

export const recoveries = group(
  'recovery',
  'webhook recoveries: resend many deliveries at once',
  operatorCommand('show', {
    about: 'show the progress of a recovery',
    options: { recoveryId },
    verb: getRecovery,
    text: recoveryText,
  }),
  operatorCommand('list', {
    about: 'list the recoveries of an endpoint, newest first',
    options: { endpointId, limit: limitOption(20), before: optional('--before <id>', 'continue after this recovery') },
    verb: listRecoveries,
    text: (result) => recoveriesText(result.recoveries, result.next),
  }),
  operatorCommand('cancel', {
    about: 'stop a recovery; deliveries that it has queued are still sent',
    options: { recoveryId },
    verb: cancelRecovery,
    text: ({ cancelled, status }, { recoveryId }) =>
      `Recovery ${recoveryId} ${cancelled ? 'is cancelled' : `had already ended: ${status}`}.`,
  }),
);

type Recovery = Awaited<ReturnType<typeof getRecovery>>;

/** `endpoint recover` and `endpoint replay`: starts a recovery of a time, and waits for it when asked to. */
export function recoveryCommand(
  name: string,
  spec: {
    about: string;
    help: string;
    verb(ctx: OperatorContext, input: StartRecoveryInput): Promise<StartedRecovery>;
  },
): Entry {
  return operatorCommand(name, {
    ...spec,
    options: {
      endpointId,
      since: required('--since <time>', 'start: a time, or a duration before now; at most 30 days ago').as(readMoment),
      until: optional('--until <time>', 'end (default: now)').as(readMoment),
      wait: flag('--wait', 'show the progress until it is done'),
    },
    verb: async (ctx, { endpointId, since, until, wait }, { report }) => {
      const started = await spec.verb(ctx, { endpointId, since, until });
      return { started, recovery: wait ? await awaitRecovery(ctx, started.recoveryId, report) : undefined };
    },
    json: ({ started, recovery }) => ({ ...started, ...recovery }),
    text: ({ started, recovery }) => (recovery ? awaitedText(recovery) : startedText(started)),
    failed: ({ recovery }) => recovery !== undefined && recovery.status !== 'completed',
  });
}

function awaitedText(recovery: Recovery): string {
  const hint = '\nNo progress. Is a worker running? The recovery continues when one starts.';
  return `${recoveryText(recovery)}${recovery.status === 'running' ? hint : ''}`;
}

function startedText({ recoveryId, started, since, until }: StartedRecovery): string {
  const time = `${moment(since)} to ${moment(until)}`;
  const text = started ? `Started for ${time}.` : `A recovery is already running for ${time}.`;
  return `${text} To see its progress:\n  tillgate recovery show --recovery ${recoveryId}`;
}
