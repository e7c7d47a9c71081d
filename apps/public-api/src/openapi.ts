import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { createLogger } from '@tillgate/process';
import { createApp } from './app.ts';
import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';
import { errorReferenceMarkdown } from './error-reference.ts';

/**
 * `npm run -w @tillgate/public-api openapi` writes openapi.json and docs/errors.md; with `-- --check` it fails when one of
 * them is out of date.
 */
async function openapiDocument(): Promise<string> {
  const keys = await generateSealKeys();
  const env = readEnv({
    DATABASE_URL: 'postgresql://nobody@localhost/none',
    SEAL_PUBLIC_KEY: keys.publicKey,
    SEAL_PRIVATE_KEY: keys.privateKey,
    DATA_DIR: join(tmpdir(), 'tillgate-openapi'),
    DOCS_DIR: join(tmpdir(), 'tillgate-openapi/no-guides'),
  });
  const deps = await createDeps(env, createLogger('api', 'silent'));
  const app = await createApp(deps);
  await app.ready();
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await app.close();
  await deps.close();
  return text;
}

const documents = [
  { path: 'apps/public-api/openapi.json', text: await openapiDocument() },
  { path: 'docs/errors.md', text: errorReferenceMarkdown() },
];
const root = new URL('../../../', import.meta.url);
for (const { path, text } of documents) {
  const file = new URL(path, root);
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(`${path} is out of date: npm run -w @tillgate/public-api openapi\n`);
    process.exitCode = 1;
  }
}
