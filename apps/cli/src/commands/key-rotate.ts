import { rotateKey } from '@tillgate/domain/keys';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { moment } from '../table.ts';
import { readDuration } from '../time.ts';

type Options = { key: string; grace: string };

const help = `
The new key keeps the name, scopes and addresses of the old one, and its lifetime where that expires. If the old key
leaked, use --grace 0. It ends the old key within 5 seconds.

Examples:
  tillgate key rotate --key KEY
  tillgate key rotate --key KEY --grace 0`;

export function keyRotate(answer: (answer: Answer) => void): Command {
  return new Command('rotate')
    .description('replace an API key with a new one; it is shown only once')
    .requiredOption('--key <id>', 'ID of the key, not the key itself')
    .option('--grace <duration>', 'how long the old key keeps working, at most 7d', '24h')
    .addHelpText('after', help)
    .action(async ({ key: keyId, grace }: Options) => {
      const graceSeconds = readDuration('--grace', grace);
      const json = await withOperator((ctx) => rotateKey(ctx, { keyId, graceSeconds }));
      const old = graceSeconds === 0 ? 'stops working within 5 seconds' : `works until ${moment(json.endsAt)}`;
      const text = `Created key ${json.keyId}. The old key ${old}. Store the new key now. It is not shown again:\n${json.key}`;
      answer({ json, text });
    });
}
