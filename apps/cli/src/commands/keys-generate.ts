import { generateSealKeys, keyIdOf, readKey } from '@tillgate/domain/sealing';
import { generateVaultKey } from '@tillgate/domain/users';
import { Command } from 'commander';
import type { Answer } from '../output.ts';

const sealHelp = `
The private key opens every secret of every merchant. Give it to the API and the worker alone, and back it up.
To replace a pair that is in use, see "tillgate keys rotate-seal --help".`;

export function keysGenerateSeal(answer: (answer: Answer) => void): Command {
  return new Command('generate-seal')
    .description('make a pair of keys that secrets are sealed with; it is stored nowhere')
    .addHelpText('after', sealHelp)
    .action(async () => {
      const keys = await generateSealKeys();
      const publicKey = readKey(keys.publicKey);
      const keyId = publicKey ? keyIdOf(publicKey) : '';
      const text = `# Key ${keyId}\nSEAL_PUBLIC_KEY=${keys.publicKey}\nSEAL_PRIVATE_KEY=${keys.privateKey}`;
      answer({ json: { keyId, ...keys }, text });
    });
}

export function keysGenerateVault(answer: (answer: Answer) => void): Command {
  return new Command('generate-vault')
    .description('make a key that the dashboard encrypts authenticator apps under; it is stored nowhere')
    .addHelpText('after', '\nTo replace a key that is in use, put the new one in front of VAULT_KEYS, with a comma.')
    .action(() => {
      const key = generateVaultKey();
      answer({ json: { key }, text: `VAULT_KEYS=${key}` });
    });
}
