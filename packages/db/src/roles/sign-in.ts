import pg from 'pg';
import { type ProcessWithRole, processesWithRole, roleOf } from './grants.ts';

/**
 * Lets each role sign in with its password, on a server that belongs to one installation. Returns
 * connection strings by process. Call it with a connection that may change roles.
 */
export async function giveLogins(
  url: string,
  passwords: Record<ProcessWithRole, string>,
): Promise<Record<ProcessWithRole, string>> {
  const client = new pg.Client({ connectionString: url, application_name: 'tillgate migrate logins' });
  await client.connect();
  try {
    const statements = processesWithRole.map(
      (process) => `ALTER ROLE ${roleOf(process)} LOGIN PASSWORD ${pg.escapeLiteral(passwords[process])}`,
    );
    await client.query(statements.join(';\n'));
  } finally {
    await client.end();
  }
  const urls = processesWithRole.map((process) => {
    const address = new URL(url);
    address.username = roleOf(process);
    // Setting it leaves `%` as it is.
    address.password = encodeURIComponent(passwords[process]);
    return [process, address.toString()];
  });
  return Object.fromEntries(urls);
}
