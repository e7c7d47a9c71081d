import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Binary, onPath, startBinary } from './binary.ts';
import { blockOf, blocksBelow, envOf, partBelow } from './distributed-page.ts';
import type { InngestServer } from './inngest-server.ts';
import { root } from './whole-start.ts';

// The steps of docs/distributed.md before its processes start.

const run = promisify(execFile);
export const host = '127.0.0.1';
export const main = join(root, 'apps/cli/dist/main.js');
/** Of all users of the database. */
export const password = 'a-password-of-the-walk';

/** The ports of one machine. */
export type Ports = Record<
  'api' | 'api1' | 'api2' | 'workers' | 'worker1' | 'worker2' | 'simulator' | 'web' | 'pay',
  number
>;

/** Step 1: the keys, by the page's commands. */
export async function makeKeys(): Promise<Record<string, string>> {
  const [, commands = ''] = await blocksBelow('1. Install Tillgate and make the keys');
  const keys: Record<string, string> = {};
  for (const line of commands.trim().split('\n')) {
    const [command = '', comment = ''] = line.split(/ +# /);
    const { stdout } = await run('sh', ['-ec', command.replace('apps/cli/dist/main.js', `'${main}'`)]);
    const printed = [...stdout.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]);
    Object.assign(keys, Object.fromEntries(printed));
    if (printed.length === 0) keys[/^\w+/.exec(comment)?.[0] ?? ''] = stdout.trim();
  }
  return keys;
}

/** Step 2, on a server that has a database of its own already. */
export async function prepareDatabases(superuserUrl: string): Promise<void> {
  const named = (text: string) =>
    text
      .replaceAll("'…'", `'${password}'`)
      .replaceAll('USER tillgate ', 'USER walker ')
      .replaceAll('DATABASE tillgate OWNER tillgate', 'DATABASE walk OWNER walker');
  const statements = named(await blockOf('databases.sql')).split(';\n');
  const wanted = statements.filter((statement) => statement.trim() !== '' && !/ALTER SYSTEM|inngest/.test(statement));
  await inDatabase(superuserUrl, wanted);
  const owner = `postgresql://walker:${password}@${host}:${new URL(superuserUrl).port}/walk`;
  await run(process.execPath, [main, 'migrate'], { env: { PATH: process.env.PATH ?? '', DATABASE_URL: owner } });
  await inDatabase(
    owner,
    named(await blockOf('roles.sql'))
      .split(';\n')
      .filter((statement) => statement.trim() !== ''),
  );
}

async function inDatabase(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

type Settings = {
  directory: string;
  ports: Ports;
  keys: Record<string, string>;
  inngest: InngestServer | undefined;
  urlOf(user: string): string;
};

/** Step 5: the files, as the page's last part wants them on one machine. */
export async function writeFiles({ directory, ports, keys, inngest, urlOf }: Settings): Promise<void> {
  const dataDir = join(directory, 'data');
  await mkdir(dataDir);
  const local = (port: number) => `http://localhost:${port}`;
  const values = {
    ...keys,
    PUBLIC_BASE_URL: `${local(ports.api)}/functions/v1`,
    PROVIDER_SANDBOX_URL: local(ports.simulator),
    NEXTAUTH_URL: local(ports.web),
    PAY_BASE_URL: local(ports.pay),
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: host,
    PROVIDER_PRODUCTION_CERTIFICATE: undefined,
    SMTP_URL: undefined,
    MAIL_FROM: undefined,
    API_HOST: host,
    WORKER_HOST: host,
    WEB_HOST: host,
    PAY_HOST: host,
    METRICS_HOST: host,
    METRICS_TOKEN: 'a-token-of-the-walk',
    METRICS_API_PORT: undefined,
    METRICS_WORKER_PORT: undefined,
    METRICS_WEB_PORT: undefined,
    METRICS_PAY_PORT: undefined,
    INNGEST_BASE_URL: inngest?.env.INNGEST_BASE_URL,
    INNGEST_EVENT_KEY: inngest?.env.INNGEST_EVENT_KEY,
    INNGEST_SIGNING_KEY: inngest?.env.INNGEST_SIGNING_KEY,
    INNGEST_SERVE_ORIGIN: inngest?.env.INNGEST_SERVE_ORIGIN,
  };
  const embedded = inngest ? {} : { RATE_LIMIT_STORE: 'postgres' };
  for (const name of ['api', 'worker', 'web', 'pay', 'cli']) {
    const env = { ...(await envOf(`${name}.env`, values, urlOf)), ...(name === 'api' && embedded) };
    const own = name === 'cli' ? { API_PORT: `${ports.api}`, WORKER_PORT: `${ports.worker1}` } : {};
    const lines = Object.entries({ ...env, ...own }).map(([variable, value]) => `${variable}="${value}"`);
    await writeFile(join(directory, `${name}.env`), `${lines.join('\n')}\n`, { mode: 0o600 });
  }
  await writeFile(join(directory, 'passkey.txt'), await passkey());
}

/** The passkey that the page's last part names. */
async function passkey(): Promise<string> {
  const [found] = /\b[0-9a-f]{64}\b/.exec(await partBelow('A trial on one machine')) ?? [];
  if (!found) throw new Error('docs/distributed.md names no passkey');
  return found;
}

/** Step 4: both balancers, as sections of one file. */
export async function startBalancers(directory: string, ports: Ports): Promise<Binary> {
  const command = (await blockOf('balancer.sh')).replaceAll('\\\n', ' ');
  const expressions = [...command.matchAll(/-e '([^']*)'/g)].map(([, expression = '']) => expression);
  // On one machine the addresses of the APIs stay.
  const kept = expressions.filter((expression) => !expression.includes('10.0.0.')).flatMap((each) => ['-e', each]);
  const { stdout } = await run('sed', [...kept, join(root, 'ops/compose/haproxy.cfg')]);
  const [, , workers = ''] = (await blockOf('haproxy.cfg')).split(/^(?=defaults|frontend)/m);
  const config = `${stdout}\n${workers}`
    .replace('bind :4000', `bind ${host}:${ports.api}`)
    .replace('bind :4001', `bind ${host}:${ports.workers}`)
    .replaceAll(`${host}:4100`, `${host}:${ports.api1}`)
    .replaceAll(`${host}:4101`, `${host}:${ports.api2}`)
    .replace('10.0.0.11:4001', `${host}:${ports.worker1}`)
    .replace('10.0.0.12:4001', `${host}:${ports.worker2}`);
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, config);
  await run(onPath('haproxy') ?? 'haproxy', ['-c', '-f', file]);
  return startBinary(onPath('haproxy') ?? 'haproxy', directory, ['-f', file, '-db']);
}
