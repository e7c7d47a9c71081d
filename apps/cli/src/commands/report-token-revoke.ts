import { revokeReportingToken } from '@tillgate/domain/reporting-tokens';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

export function reportTokenRevoke(answer: (answer: Answer) => void): Command {
  return new Command('revoke')
    .description('revoke a reporting token; it stops working within 5 seconds and cannot be restored')
    .requiredOption('--token <id>', 'ID of the token, not the token itself')
    .action(async ({ token }: { token: string }) => {
      const { tokenId, revokedAt } = await withOperator((ctx) => revokeReportingToken(ctx, { tokenId: token }));
      const text = `Reporting token ${tokenId} was revoked.`;
      answer({ json: { tokenId, revokedAt: revokedAt.toISOString() }, text });
    });
}
