import { revokeKey } from '@tillgate/domain/keys';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';

type Options = { key: string };

export function keyRevoke(answer: (answer: Answer) => void): Command {
  return new Command('revoke')
    .description('end an API key for ever; takes effect everywhere within 5 seconds')
    .requiredOption('--key <id>', 'key id, not the key itself')
    .action(async ({ key }: Options) => {
      const { keyId, revokedAt } = await withOperator((ctx) => revokeKey(ctx, { keyId: key }));
      answer({ json: { keyId, revokedAt: revokedAt.toISOString() }, text: `Key ${keyId} is revoked.` });
    });
}
