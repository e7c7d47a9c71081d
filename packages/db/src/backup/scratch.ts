import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Makes a database of its own on the server of `url`, and drops it after `use`, unless it is to be kept.
 * @param url of a user who may create databases
 */
export async function withScratchDatabase<T>(
  url: string,
  { keep }: { keep: boolean },
  use: (scratch: { url: string; name: string }) => Promise<T>,
): Promise<T> {
  const name = `tillgate_restore_${randomBytes(4).toString('hex')}`;
  await run(url, `CREATE DATABASE ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  try {
    return await use({ url: address.toString(), name });
  } finally {
    if (!keep) await run(url, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillgate restore' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
