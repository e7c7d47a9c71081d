import { generateSealKeys } from '@tillgate/domain/sealing';
import { Command } from 'commander';
import type { Answer } from '../output.ts';

export function sealKeys(answer: (answer: Answer) => void): Command {
  return new Command('seal-keys')
    .description('print a new pair of seal keys for the environment; nothing is stored')
    .action(async () => {
      const keys = await generateSealKeys();
      answer({ json: keys, text: `SEAL_PUBLIC_KEY=${keys.publicKey}\nSEAL_PRIVATE_KEY=${keys.privateKey}` });
    });
}
