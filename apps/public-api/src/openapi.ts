import { readFile, writeFile } from 'node:fs/promises';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { createApp } from './app.ts';
import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';
import { createLog } from './log.ts';

/** `npm run -w @tillgate/public-api openapi` writes openapi.json; with `-- --check` it fails when that file is out of date. */
const file = new URL('../openapi.json', import.meta.url);
const keys = await generateSealKeys();
const env = readEnv({
  DATABASE_URL: 'postgresql://nobody@localhost/none',
  SEAL_PUBLIC_KEY: keys.publicKey,
  SEAL_PRIVATE_KEY: keys.privateKey,
});
const deps = await createDeps(env, createLog('silent'));
const app = await createApp(deps);
await app.ready();
const text = `${JSON.stringify(app.swagger(), null, 2)}\n`;
await app.close();
await deps.close();

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write('apps/public-api/openapi.json is out of date: npm run -w @tillgate/public-api openapi\n');
    process.exit(1);
  }
} else {
  await writeFile(file, text);
}
