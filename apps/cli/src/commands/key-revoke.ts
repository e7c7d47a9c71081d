import { revokeKey } from '@tillgate/domain/keys';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { key: string };

export function keyRevoke(answer: (answer: Answer) => void): Command {
  return new Command('revoke')
    .description('revoke an API key; it stops working within 5 seconds and cannot be restored')
    .requiredOption('--key <id>', 'ID of the key, not the key itself')
    .action(async ({ key }: Options) => {
      const { keyId, revokedAt } = await withOperator((ctx) => revokeKey(ctx, { keyId: key }));
      answer({ json: { keyId, revokedAt: revokedAt.toISOString() }, text: `Key ${keyId} was revoked.` });
    });
}
