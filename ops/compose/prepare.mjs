// @ts-check
// Runs once before the processes: migrates, lets the database roles sign in, and makes the demo merchant. Safe to repeat.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../../apps/cli/dist/main.js', import.meta.url));
const demoFile = '/data/demo.json';
const roles = ['api', 'worker', 'web', 'cli', 'pay'];
const outputBytesMax = 2 ** 24;

/** @param {string[]} args */
async function tillgate(...args) {
  const { stdout } = await run(process.execPath, [cli, ...args, '--json'], { maxBuffer: outputBytesMax });
  return JSON.parse(stdout);
}

async function letRolesSignIn() {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    for (const role of roles) {
      const password = process.env[`${role.toUpperCase()}_PASSWORD`];
      if (!password) throw new Error(`${role.toUpperCase()}_PASSWORD is missing. Make .env with secrets.mjs.`);
      await client.query(`ALTER ROLE tillgate_${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
    }
    const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'inngest'`);
    const password = pg.escapeLiteral(process.env.INNGEST_PASSWORD ?? '');
    await client.query(`${rowCount ? 'ALTER' : 'CREATE'} ROLE inngest LOGIN PASSWORD ${password}`);
    const { rowCount: hasDatabase } = await client.query(`SELECT FROM pg_database WHERE datname = 'inngest'`);
    if (!hasDatabase) await client.query('CREATE DATABASE inngest OWNER inngest');
  } finally {
    await client.end();
  }
}

const { applied } = await tillgate('migrate');
console.log(applied.length > 0 ? `Applied ${applied.length} migrations.` : 'All migrations are applied.');
await letRolesSignIn();
if (await readFile(demoFile).catch(() => undefined)) {
  console.log('The demo merchant is there.');
} else {
  const demo = await tillgate('demo', 'seed', '--receiver', 'http://localhost:4003/webhooks');
  await writeFile(demoFile, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 });
  console.log('Created the demo merchant.');
}
