import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { createOpen, createSeal, generateSealKeys } from '@tillgate/domain/sealing';
import { type SeededMerchant, seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { type SimulatorOptions, startSimulator } from '@tillgate/simulator/testing';
import { type Front, startFront } from './front.ts';
import { type Program, startProgram } from './program.ts';

/** The passkey that the simulator knows. */
const sandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';

/** For tests of a provider that does not answer: they wait for this limit. */
export const impatient = { PROVIDER_TIMEOUT_MS: '10000' };

/** The product as deployed: real processes around a real database and a provider. */
export type Stack = {
  ctx: TestContext;
  test: Pick<TestDatabase, 'database' | 'urlAs' | 'close'>;
  /** Address of the simulated provider. */
  provider: string;
  front: Front;
  /** With /functions/v1. */
  baseUrl: string;
  /** Every line that the processes have printed. */
  lines: string[];
  /** `own` environment goes to this process alone. */
  startApi(own?: Record<string, string>): Promise<Program>;
  startWorker(own?: Record<string, string>): Promise<Program>;
  /** kill -9 for every process of the stack. */
  killAll(): Promise<void>;
  merchant(): Promise<SeededMerchant>;
  endpoint(merchant: SeededMerchant, url: string): Promise<{ endpointId: string; secret: string }>;
  close(): Promise<void>;
};

/** What all processes of a stack get: limits that no test reaches, and any free port. */
export function processEnv(of: {
  dataDir: string;
  baseUrl: string;
  providerUrl: string;
  keys: { publicKey: string; privateKey: string };
}): Record<string, string> {
  return {
    DATA_DIR: of.dataDir,
    PUBLIC_BASE_URL: of.baseUrl,
    PROVIDER_SANDBOX_URL: of.providerUrl,
    AIRTEL_SANDBOX_URL: of.providerUrl,
    PROVIDER_TIMEOUT_MS: '60000',
    SEAL_PUBLIC_KEY: of.keys.publicKey,
    SEAL_PRIVATE_KEY: of.keys.privateKey,
    WEBHOOK_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    PAY_BASE_URL: 'http://127.0.0.1:4004',
    LINK_KEY: Buffer.alloc(32, 7).toString('base64'),
    RATE_LIMIT_STORE: 'memory',
    RATE_LIMIT_COLLECT_PER_KEY: '10000/1',
    RATE_LIMIT_REQUESTS_PER_KEY: '100000/1',
    RATE_LIMIT_COLLECT_PER_PHONE: '10000/1',
    RATE_LIMIT_QUERIES_PER_ACCOUNT: '10000/1',
    DATABASE_POOL_MAX: '8',
    API_HOST: '127.0.0.1',
    WORKER_HOST: '127.0.0.1',
    API_PORT: '0',
    WORKER_PORT: '0',
  };
}

/** Everything but the processes, which a test starts, kills and starts again. `env` goes to them. */
export async function createStack(
  options: {
    simulator?: SimulatorOptions;
    env?: Record<string, string>;
    repeatHooks?: boolean;
    /** In place of one of the run's server. */
    database?: Pick<TestDatabase, 'database' | 'urlAs' | 'close'>;
    /** A command that becomes each process. */
    within?: readonly string[];
  } = {},
): Promise<Stack> {
  const [test, simulator, front, keys, dataDir] = await Promise.all([
    options.database ?? testDatabase(),
    // As the provider documents it: whoever fetches a second token ends the first.
    startSimulator({ oneToken: true, ...options.simulator }),
    startFront({ repeatHooks: options.repeatHooks ?? false }),
    generateSealKeys(),
    mkdtemp(join(tmpdir(), 'tillgate-stack-')),
  ]);
  const baseUrl = `${front.url}/functions/v1`;
  const env = { ...processEnv({ dataDir, baseUrl, providerUrl: simulator.url, keys }), ...options.env };
  const ctx = await testContext(test.database, {
    seal: await createSeal(keys.publicKey),
    open: await createOpen(keys.privateKey),
    clock: { now: () => new Date(), advance() {}, set() {} },
  });
  const running = new Set<Program>();
  const lines: string[] = [];
  const start = async (folder: string, own: Record<string, string> = {}) => {
    const DATABASE_URL = test.urlAs(folder === 'inngest' ? 'worker' : 'api');
    const program = await startProgram(folder, { DATABASE_URL, ...env, ...own }, lines, options.within);
    running.add(program);
    return program;
  };
  const killAll = async () => {
    await Promise.all([...running].map((program) => program.kill()));
    running.clear();
  };
  return {
    ctx,
    test,
    provider: simulator.url,
    front,
    baseUrl,
    lines,
    async startApi(own) {
      const api = await start('apps/public-api', own);
      front.pointTo([api.port]);
      return api;
    },
    startWorker: (own) => start('inngest', own),
    merchant: () =>
      seed(ctx).owner().application().credentials('sandbox', { passkey: sandboxPasskey }).key('sandbox').mint(),
    endpoint: (merchant, url) =>
      createEndpoint(
        { ...ctx, judgeWebhookUrl: webhookUrlJudge(['127.0.0.1']) },
        { applicationId: merchant.applicationId, environment: 'sandbox', url },
      ),
    killAll,
    async close() {
      await killAll();
      await front.close();
      await simulator.close();
      await test.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
