// @ts-check
// Prints the secrets of a new installation with Compose, as lines of an `.env` file.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));
const seal = JSON.parse(execFileSync(process.execPath, [cli, 'keys', 'generate-seal', '--json'], { encoding: 'utf8' }));
const vault = JSON.parse(
  execFileSync(process.execPath, [cli, 'keys', 'generate-vault', '--json'], { encoding: 'utf8' }),
);
const hex = () => randomBytes(32).toString('hex');
const secrets = {
  OWNER_PASSWORD: hex(),
  API_PASSWORD: hex(),
  WORKER_PASSWORD: hex(),
  WEB_PASSWORD: hex(),
  CLI_PASSWORD: hex(),
  PAY_PASSWORD: hex(),
  INNGEST_PASSWORD: hex(),
  INNGEST_EVENT_KEY: hex(),
  INNGEST_SIGNING_KEY: hex(),
  SEAL_PUBLIC_KEY: seal.publicKey,
  SEAL_PRIVATE_KEY: seal.privateKey,
  PHONE_HASH_KEY: randomBytes(32).toString('base64'),
  LINK_KEY: randomBytes(32).toString('base64'),
  NEXTAUTH_SECRET: hex(),
  VAULT_KEYS: vault.key,
  METRICS_TOKEN: hex(),
  GRAFANA_PASSWORD: hex(),
};
for (const [name, value] of Object.entries(secrets)) console.log(`${name}=${value}`);
