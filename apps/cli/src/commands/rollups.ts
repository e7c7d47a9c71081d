import { checkRollups, type RollupCheck } from '@tillgate/domain/rollups';
import { group, operatorCommand } from '../command.ts';
import { flag, optional } from '../fields.ts';
import { moment, table } from '../table.ts';
import { readMoment } from '../time.ts';

/** The compared time that one line of progress stands for. */
const reportedMs = 30 * 24 * 3_600_000;

export const rollups = group(
  'rollups',
  'hourly totals of reports',
  operatorCommand('check', {
    about: 'compare the hourly totals of reports with the payments and disbursements that they count',
    options: {
      applicationId: optional('--app <id>', 'only this application'),
      from: optional(
        '--from <time>',
        'from a time, or a duration before now such as 7d (default: from the first row)',
      ).as(readMoment),
      to: optional('--to <time>', 'up to a time, or a duration before now (default: everything)').as(readMoment),
      repair: flag('--repair', 'count hours that differ again'),
    },
    help: `
Compares six hours at a time. You can run it while payments arrive. The exit code is 1 when hours differ, and 0 when they
are repaired. ROWS and KES are those of the totals that differ: by creation, and successes again by settlement.`,
    verb: (ctx, given, { report }) => {
      let reportedTo = 0;
      return checkRollups(ctx, given, (done) => {
        if (done.to.getTime() - reportedTo < reportedMs) return;
        reportedTo = done.to.getTime();
        report(`Compared up to ${moment(done.to)}: ${done.differingCount} differ.\n`);
      });
    },
    json: ({ from, to, differing, ...rest }) => {
      const hours = differing.map((one) => ({ ...one, hour: moment(one.hour) }));
      return { ...rest, from: from && moment(from), to: to && moment(to), differing: hours };
    },
    text: textOf,
    failed: ({ differingCount, repaired }) => differingCount > 0 && !repaired,
  }),
);

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
    table(['HOUR', 'APPLICATION', 'ENVIRONMENT', 'ROWS', 'COUNTED', 'KES OF ROWS', 'KES COUNTED'], rows),
    ...(more > 0 ? [`… and ${more} more`] : []),
    repaired ? `Counted ${hours} again.` : `The totals of ${hours} differ. --repair counts them again.`,
  ].join('\n');
}
