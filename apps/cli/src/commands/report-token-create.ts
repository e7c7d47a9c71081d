import { createReportingToken } from '@tillgate/domain/reporting-tokens';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment } from '../table.ts';
import { readExpiry } from '../time.ts';

type Options = { organization: string; app?: string; name: string; expires?: string };

const help = `
A reporting token reads reports (docs/reporting.md) and changes nothing. It reads both environments.

Examples:
  tillgate report-token create --organization ORG --name Metabase
  tillgate report-token create --organization ORG --app APP --name Grafana --expires 30d`;

export function reportTokenCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('create a reporting token for a BI tool; it is shown only once')
    .requiredOption('--organization <id>', 'the organization that it reads')
    .option('--app <id>', 'the one application that it reads (default: all of the organization)')
    .option('--name <name>', 'what it is for', 'Reporting token')
    .option('--expires <when>', 'a day such as 2027-01-01 (UTC), or a duration such as 30d (default: 90d)')
    .addHelpText('after', help)
    .action(async ({ organization: organizationId, app: reads, name, expires }: Options) => {
      const expiresAt = expires === undefined ? undefined : readExpiry('--expires', expires);
      const made = await withOperator((ctx) => createReportingToken(ctx, { organizationId, reads, name, expiresAt }));
      const until = `It works until ${moment(made.expiresAt)}.`;
      const text = `Created reporting token ${made.tokenId}. ${until} Store it now. It is not shown again:\n${made.token}`;
      answer({ json: made, text });
    });
}
