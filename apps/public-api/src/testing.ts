import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { type SeededMerchant, seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { createLogger } from '@tillgate/process';
import { createApp } from './app.ts';
import { createDeps, type Deps } from './deps.ts';
import { readEnv } from './env.ts';
import type { Overload } from './overload.ts';

/** The passkey that the simulator accepts. */
export const sandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';

export type RunningApi = {
  /** With /functions/v1. */
  baseUrl: string;
  origin: string;
  deps: Deps;
  /** For seeding and reading rows. Seals secrets with the API's keys. */
  ctx: TestContext;
  /** A merchant that the simulator accepts, with a sandbox key. */
  merchant(): Promise<SeededMerchant>;
  close(): Promise<void>;
};

/**
 * Starts the API on a free local port, built as main.ts builds it, against a provider at `providerUrl`.
 * @param overload refuses nothing by default: a busy machine is no overload of what is tested
 */
export async function startApi(
  test: Pick<TestDatabase, 'database' | 'urlAs'>,
  providerUrl: string,
  environment: Record<string, string> = {},
  overload: Overload = { isTooMuch: () => false },
): Promise<RunningApi> {
  const [keys, dataDir] = await Promise.all([generateSealKeys(), mkdtemp(join(tmpdir(), 'tillgate-api-'))]);
  const env = readEnv({
    DATABASE_URL: test.urlAs('api'),
    SEAL_PUBLIC_KEY: keys.publicKey,
    SEAL_PRIVATE_KEY: keys.privateKey,
    PROVIDER_SANDBOX_URL: providerUrl,
    PROVIDER_PRODUCTION_URL: providerUrl,
    AIRTEL_SANDBOX_URL: providerUrl,
    AIRTEL_PRODUCTION_URL: providerUrl,
    DATA_DIR: dataDir,
    // Tests do not depend on what was built.
    DOCS_DIR: join(dataDir, 'no-guides'),
    // Tests of other things ask as often as they like.
    RATE_LIMIT_QUERIES_PER_ACCOUNT: '100000/1',
    RATE_LIMIT_REQUESTS_PER_KEY: '100000/1',
    RATE_LIMIT_BAD_KEYS_PER_NETWORK: '100000/1',
    RATE_LIMIT_LINKS_PER_KEY: '100000/1',
    PAY_BASE_URL: 'https://pay.example',
    LINK_KEY: Buffer.alloc(32, 7).toString('base64'),
    PHONE_HASH_KEY: Buffer.alloc(32, 6).toString('base64'),
    ...environment,
  });
  const deps = { ...(await createDeps(env, createLogger('api', 'silent'))), overload };
  const app = await createApp(deps, { keptSeconds: env.KEEP_ALIVE_SECONDS });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  deps.context.callbackBaseUrl = `${origin}/functions/v1`;
  const ctx = await testContext(test.database, { seal: deps.context.seal, clock: systemClock });
  return {
    baseUrl: `${origin}/functions/v1`,
    origin,
    deps,
    ctx,
    merchant: () =>
      seed(ctx).owner().application().credentials('sandbox', { passkey: sandboxPasskey }).key('sandbox').mint(),
    async close() {
      await app.close();
      await deps.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Seeded rows must have the same clock as rows that the API writes. */
const systemClock: TestContext['clock'] = {
  now: () => new Date(),
  advance() {
    throw new Error('the clock of a running API cannot be moved');
  },
  set() {
    throw new Error('the clock of a running API cannot be moved');
  },
};
