import { writeFile } from 'node:fs/promises';
import { DomainError } from '@tillgate/domain';
import { group, operatorCommand } from '../command.ts';
import { sandboxAccount } from '../demo/merchant.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { demoStatement } from '../demo/statement.ts';
import { csvFile, statementTemplates, tableOf, xlsxFile } from '../demo/statement-file.ts';
import { unfinishedName } from '../demo/unfinished.ts';
import { defaulting, flag, required, requiredChoice } from '../fields.ts';
import { readWholeNumber, refusedOption } from '../options.ts';

/** Enough connections for the payments that the history creates in parallel, with a few to spare. */
const poolMax = 10;
const daysMax = 31;

/** `npm start` runs `demo seed` on its first start. */
export const demo = group(
  'demo',
  'the demo merchant',
  operatorCommand('seed', {
    about: 'create the demo merchant with two months of history, unless an application exists',
    options: {
      history: flag('--no-history', 'create only people, credentials, a key and a webhook endpoint'),
      receiverUrl: defaulting(
        '--receiver <url>',
        'address that receives the webhooks of the shop',
        'http://localhost:4003/webhooks',
      ),
    },
    limits: { poolMax },
    verb: async (ctx, options) => {
      // A demo merchant whose seeding was interrupted does not count: it is created again.
      const where = { organization: { name: { not: unfinishedName } } };
      const isFirst = (await ctx.db.prisma.application.count({ where })) === 0;
      return { demo: isFirst ? await seedDemo(ctx, options) : undefined };
    },
    json: ({ demo }) => ({ seeded: demo !== undefined, ...demo }),
    text: ({ demo }, { history }) => {
      if (!demo) return 'Applications already exist. Nothing was created.';
      return [
        `Created Demo Shop (${demo.applicationId}).`,
        `Sandbox key: ${demo.key}`,
        `Sign in with ${demo.password} as`,
        ...demo.people.map(({ email, role }) => `  ${email} (${role})`),
        ...(history
          ? ['Its provider statement, to import: npm run -s tillgate -- demo statement --out statement.csv']
          : []),
      ].join('\n');
    },
  }),
  operatorCommand('statement', {
    about: "write the provider's statement of the demo merchant, with every kind of exception in it",
    options: {
      out: required('--out <path>', 'file to write: .csv or .xlsx'),
      template: requiredChoice('--template <which>', 'template of the M-PESA portal', statementTemplates, 'older'),
      days: defaulting('--days <count>', 'whole days up to yesterday', '7').as(readWholeNumber),
      seed: defaulting('--seed <number>', 'another one chooses other exceptions', '1').as(readWholeNumber),
    },
    check: ({ out, days }) => {
      if (!/\.(csv|xlsx)$/i.test(out)) throw refusedOption('--out', 'must end in .csv or .xlsx');
      if (days < 1 || days > daysMax) throw refusedOption('--days', `must be 1 to ${daysMax}`);
    },
    verb: async (ctx, { out, template, days, seed }) => {
      const found = await ctx.db.prisma.application.findFirst({
        where: { name: 'Demo Shop', organization: { name: 'Demo Shop' } },
        orderBy: { id: 'asc' },
        select: { id: true },
      });
      if (!found) throw new DomainError('not_found', 'There is no demo merchant.');
      const { shortcode } = sandboxAccount;
      const given = { applicationId: found.id, environment: 'sandbox', shortcode, days, seed } as const;
      const { head, rows, planted, gap } = await demoStatement(ctx, given);
      const file = /\.csv$/i.test(out) ? csvFile : xlsxFile;
      await writeFile(out, file(tableOf(template, head, rows)));
      return { applicationId: found.id, shortcode, file: out, rows: rows.length, planted, gap };
    },
    text: ({ applicationId, shortcode, file, rows, planted, gap }) =>
      [
        `Wrote ${rows} rows of ${shortcode} to ${file}.`,
        'Exceptions in it:',
        ...planted.map(({ reason, receipt }) => `  ${reason}: ${receipt}`),
        `  balance gap: between ${gap.after} and ${gap.before}`,
        'Import it with',
        `  tillgate statement import --app ${applicationId} --env sandbox --shortcode ${shortcode} --file ${file}`,
      ].join('\n'),
  }),
);
