// @ts-check
// Migrations without an engine download, on an embedded scratch server:
//   node scripts/migration.mjs new <name>   what the schema has and the migrations lack
//   node scripts/migration.mjs check        exit 1 when they differ
//   node scripts/migration.mjs deploy       applies them to the database in DATABASE_URL
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { tsImport } from 'tsx/esm/api';

/** @type {typeof import('../packages/db/src/embedded/index.ts')} */
const { startPostgres } = await tsImport('../packages/db/src/embedded/index.ts', import.meta.url);
/** @type {typeof import('../packages/db/src/migrate/index.ts')} */
const migrate = await tsImport('../packages/db/src/migrate/index.ts', import.meta.url);

const [command, name] = process.argv.slice(2);

/**
 * @param {string} adminUrl
 * @returns {Promise<number>} exit code
 */
async function run(adminUrl) {
  if (command === 'new' && name) {
    const directory = await migrate.newMigration(adminUrl, name);
    console.log(directory ? `wrote ${relative(process.cwd(), directory)}` : 'nothing to do: the migrations say it all');
    return 0;
  }
  if (command !== 'check') {
    console.error('usage: node scripts/migration.mjs new <name> | check | deploy');
    return 2;
  }
  const drift = await migrate.pending(adminUrl);
  console.log(drift ? `The migrations do not make the schema. Missing:\n${drift}` : 'no drift');
  return drift ? 1 : 0;
}

/** @param {string | undefined} url */
async function deploy(url) {
  if (!url) throw new Error('Set DATABASE_URL to the database to migrate.');
  const { applied, roles } = await migrate.migrateDatabase(url);
  console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply');
  const warning = migrate.rolesWarning(roles);
  if (warning) console.warn(warning);
}

if (command === 'deploy') {
  await deploy(process.env.DATABASE_URL);
  process.exit(0);
}
const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-migration-'));
const server = await startPostgres({ dataDir, durable: false });
try {
  process.exitCode = await run(server.url('postgres'));
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
