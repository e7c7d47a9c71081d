import { checkRollups, type RollupCheck } from '@tillgate/domain/rollups';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment, table } from '../table.ts';
import { readMoment } from '../time.ts';

type Options = { app?: string; from?: string; to?: string; repair?: true };

const headings = ['HOUR', 'APPLICATION', 'ENVIRONMENT', 'ROWS', 'COUNTED', 'KES OF ROWS', 'KES COUNTED'];
/** A line of progress for so much that was compared. */
const reportedMs = 30 * 24 * 3_600_000;

const help = `
Compares six hours at a time, and may run while money comes in. The exit code is 1 when hours differ, and 0 when they
are repaired. ROWS and KES are those of the totals that differ: by creation, and successes again by settlement.`;

export function rollupsCheck(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  return new Command('check')
    .description('compare the hourly totals of reports with the payments and disbursements that they count')
    .option('--app <id>', 'only this application')
    .option('--from <time>', 'from a time, or a duration before now such as 7d (default: from the first row)')
    .option('--to <time>', 'up to a time, or a duration before now (default: everything)')
    .option('--repair', 'count hours that differ again')
    .addHelpText('after', help)
    .action(async ({ app, from, to, repair }: Options) => {
      const input = {
        ...(app !== undefined && { applicationId: app }),
        ...(from !== undefined && { from: readMoment('from', from) }),
        ...(to !== undefined && { to: readMoment('to', to) }),
        repair: repair === true,
      };
      let reportedTo = 0;
      const check = await withOperator((ctx) =>
        checkRollups(ctx, input, (done) => {
          if (done.to.getTime() - reportedTo < reportedMs) return;
          reportedTo = done.to.getTime();
          report(`Compared up to ${moment(done.to)}: ${done.differingCount} differ.\n`);
        }),
      );
      answer({ json: jsonOf(check), text: textOf(check), failed: check.differingCount > 0 && !check.repaired });
    });
}

function jsonOf({ from, to, differing, ...rest }: RollupCheck): object {
  const hours = differing.map((one) => ({ ...one, hour: moment(one.hour) }));
  return { ...rest, from: from && moment(from), to: to && moment(to), differing: hours };
}

function textOf({ differing, differingCount, repaired }: RollupCheck): string {
  if (differingCount === 0) return 'All totals agree with their rows.';
  const rows = differing.map((one) => [
    moment(one.hour),
    one.applicationId,
    one.environment,
    one.rows,
    one.counted,
    one.rowsAmount,
    one.countedAmount,
  ]);
  const more = differingCount - differing.length;
  const hours = differingCount === 1 ? '1 hour' : `${differingCount} hours`;
  return [
    table(headings, rows),
    ...(more > 0 ? [`… and ${more} more`] : []),
    repaired ? `Counted ${hours} again.` : `The totals of ${hours} differ. --repair counts them again.`,
  ].join('\n');
}
