// @ts-check
// The Prisma CLI without its engine download: `node scripts/prisma.mjs generate|validate|format`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const db = join(dirname(fileURLToPath(import.meta.url)), '../packages/db');
const commands = ['generate', 'validate', 'format'];
const [command = '', ...rest] = process.argv.slice(2);
if (!commands.includes(command)) {
  console.error(`usage: node scripts/prisma.mjs ${commands.join('|')}`);
  process.exit(2);
}

const cli = createRequire(join(db, 'package.json')).resolve('prisma/build/index.js');
const lighter = fileURLToPath(new URL('lib/prisma-without-studio.cjs', import.meta.url));
const { status } = spawnSync(process.execPath, ['--require', lighter, cli, command, ...rest], {
  cwd: db,
  stdio: 'inherit',
  env: {
    ...process.env,
    // Generators are programs of packages.
    PATH: `${join(db, '../../node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    // These commands only want an engine to exist; naming any executable stops the CLI from fetching one.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
});
process.exit(status ?? 1);
