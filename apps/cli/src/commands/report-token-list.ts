import { listReportingTokens } from '@tillgate/domain/reading/reporting-tokens';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment, table } from '../table.ts';

const columns = ['TOKEN', 'NAME', 'ENDS IN', 'STATE', 'APPLICATION', 'EXPIRES', 'LAST USED'];

export function reportTokenList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the reporting tokens of an organization with their expiry and last use')
    .requiredOption('--organization <id>', 'the organization')
    .action(async ({ organization: organizationId }: { organization: string }) => {
      const tokens = await withOperator((ctx) => listReportingTokens(ctx, { organizationId }));
      const rows = tokens.map(({ tokenId, name, lastFour, state, application, expiresAt, lastUsedAt }) => [
        tokenId,
        name,
        lastFour,
        state,
        application?.name ?? 'all',
        moment(expiresAt),
        moment(lastUsedAt),
      ]);
      answer({ json: { tokens }, text: rows.length > 0 ? table(columns, rows) : 'No reporting tokens.' });
    });
}
