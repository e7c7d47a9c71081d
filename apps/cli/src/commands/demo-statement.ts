import { writeFile } from 'node:fs/promises';
import { DomainError } from '@tillgate/domain';
import { Command, Option } from 'commander';
import { sandboxAccount } from '../demo/merchant.ts';
import { demoStatement } from '../demo/statement.ts';
import { csvFile, statementTable, xlsxFile } from '../demo/statement-file.ts';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { readWholeNumber, refusedOption } from './options.ts';

type Options = { out: string; days: string; seed: string };

const daysMax = 31;

export function demoStatementCommand(answer: (answer: Answer) => void): Command {
  return new Command('statement')
    .description("write the provider's statement of the demo merchant, with every kind of exception in it")
    .addOption(new Option('--out <path>', 'file to write: .csv or .xlsx').makeOptionMandatory())
    .option('--days <count>', 'whole days up to yesterday', '7')
    .option('--seed <number>', 'another one chooses other exceptions', '1')
    .action(async ({ out, ...options }: Options) => {
      const file = /\.csv$/i.test(out) ? csvFile : /\.xlsx$/i.test(out) ? xlsxFile : undefined;
      if (!file) throw refusedOption('--out', 'must end in .csv or .xlsx');
      const days = readWholeNumber('--days', options.days) ?? 0;
      if (days < 1 || days > daysMax) throw refusedOption('--days', `must be 1 to ${daysMax}`);
      const seed = readWholeNumber('--seed', options.seed) ?? 0;
      const { shortcode } = sandboxAccount;
      const { applicationId, head, rows, planted, gap } = await withOperator(async (ctx) => {
        const demo = await ctx.db.prisma.application.findFirst({
          where: { name: 'Demo Shop', organization: { name: 'Demo Shop' } },
          orderBy: { id: 'asc' },
          select: { id: true },
        });
        if (!demo) throw new DomainError('not_found', 'There is no demo merchant.');
        const given = { applicationId: demo.id, environment: 'sandbox', shortcode, days, seed } as const;
        return { applicationId: demo.id, ...(await demoStatement(ctx, given)) };
      });
      await writeFile(out, file(statementTable(head, rows)));
      const lines = planted.map(({ reason, receipt }) => `  ${reason}: ${receipt}`).join('\n');
      answer({
        json: { applicationId, shortcode, file: out, rows: rows.length, planted, gap },
        text: `Wrote ${rows.length} rows of ${shortcode} to ${out}.\nExceptions in it:\n${lines}\n  balance gap: between ${gap.after} and ${gap.before}\nImport it with\n  tillgate statement import --app ${applicationId} --env sandbox --shortcode ${shortcode} --file ${out}`,
      });
    });
}
