import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cable, startCable } from '@tillgate/db/testing';
import { createIdentity, generateVaultKey, type WithIdentity } from '@tillgate/domain/users';
import { freePorts } from '../../../scripts/lib/ports.mjs';
import { processes, startProcess } from '../../../scripts/lib/processes.mjs';
import { awaitReady } from '../../../scripts/lib/ready.mjs';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import type { Stack } from './stack.ts';

/** A dashboard on the stack's database that is set up differently: no proxy in front of it, and people come from a provider. */
export type OwnWeb = {
  url: string;
  provider: IdentityProvider;
  /** Its way to the database. */
  cable: Pick<Cable, 'cut' | 'mend'>;
  /** What the dashboard knows about people, to call verbs with. */
  identity: WithIdentity;
  readLog(): Promise<string>;
};

/** Starts it from the built files. `own` are more variables of its environment. */
export async function startOwnWeb(
  stack: Stack,
  own: Record<string, string> = {},
): Promise<OwnWeb & { close(): Promise<void> }> {
  const what = processes.find(({ part }) => part === 'web');
  if (!what) throw new Error('there is no dashboard among the processes');
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate web-'));
  await mkdir(join(dataDir, 'logs'));
  const provider = await startIdentityProvider();
  const cable = await startCable(stack.webDatabaseUrl);
  const { publicKey, privateKey } = stack;
  const webSecret = `${randomUUID()}${randomUUID()}`;
  const vaultKeys = generateVaultKey();
  const ports = await freePorts(['WEB_PORT']);
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const running = await startProcess(what, {
    facts: { DATA_DIR: dataDir, DATABASE_URL: cable.url, ports, publicKey, privateKey, webSecret, vaultKeys },
    isDev: false,
    // What it warns of is what tests provoke.
    say: () => {},
    own: {
      PATH,
      HOME,
      TMPDIR,
      LANG,
      TZ: 'UTC',
      PUBLIC_BASE_URL: stack.apiUrl,
      PROVIDER_SANDBOX_URL: stack.simulatorUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Duka Identity',
      ...own,
    },
  });
  const close = async () => {
    await running.stop();
    await provider.close();
    cable.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://localhost:${ports.WEB_PORT}`;
  const logFile = join(dataDir, 'logs', 'web.log');
  await awaitReady({ name: 'web', url: `${url}${what.health}`, timeoutMs: what.timeoutMs, logFile }).catch(
    async (error) => {
      console.error(await readFile(logFile, 'utf8').catch(() => ''));
      await close();
      throw error;
    },
  );
  const limits = { kind: 'postgres' as const, pool: stack.ctx.db.pool };
  const identity = createIdentity({ secret: webSecret, vaultKeys, dashboardUrl: url, limits });
  return { url, provider, cable, identity, readLog: () => readFile(logFile, 'utf8'), close };
}
