import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '@tillgate/db';
import { type RunningPostgres, startPostgres } from '@tillgate/db/embedded';
import { deploy } from '@tillgate/db/migrate';
import { createEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { createOpen, createSeal, generateSealKeys } from '@tillgate/domain/sealing';
import { type SeededMerchant, seed, testContext } from '@tillgate/domain/testing';
import type { Written } from './figures.ts';
import { cpuMsOf, cpuMsOfTree, type Program, startProgram } from './program.ts';

/** A prompt that waits for its callback. */
export type Prompt = { paymentId: string; token: string; body: string };

/** The product around a database of its own that waits for the disk, and what it is compared with. */
export type World = {
  db: Database;
  postgres: RunningPostgres;
  merchant: SeededMerchant;
  key: string;
  api: Program;
  workers: Program[];
  floor: Program;
  provider: Program;
  receiver: Program;
  /** With /functions/v1. */
  apiUrl: string;
  floorUrl: string;
  /** What the processes of the product start with. */
  env: Record<string, string>;
  startWorker(more?: Record<string, string>): Promise<Program>;
  stopWorkers(): Promise<void>;
  /** Pending payments, straight into the tables. */
  prompts(count: number, of?: { merchant: SeededMerchant; nextQueryInSeconds: number }): Promise<Prompt[]>;
  /** What the provider posts when a prompt is paid. */
  callbackBody(checkoutRequestId: string): string;
  anotherMerchant(): Promise<SeededMerchant>;
  /** CPU milliseconds so far, by process. */
  cpu(): Record<string, number>;
  /** Commits and bytes of WAL so far. */
  written(): Promise<Written>;
  /** Waits until nothing is left to settle or to send, and brings the statistics of the database up to date. */
  rest(): Promise<void>;
  close(): Promise<void>;
};

/** Merchants may pay out, too. */
const credentials = {
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
  initiatorName: 'testapi',
  initiatorPassword: 'Safe123',
};
const unlimited = '1000000/1';
const restMs = 100;

/** What a stop signal ends, so that no server and no database outlives the bench. */
const worlds = new Set<World>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.allSettled([...worlds].map((world) => world.close()));
    process.exit(1);
  });
}

/** A temporary directory that the account of PostgreSQL may enter: its files lie in it, and go with it. */
export async function directoryOfDatabase(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  await chmod(directory, 0o711);
  return directory;
}

export async function createWorld(): Promise<World> {
  const dataDir = await directoryOfDatabase('tillgate-bench-');
  const postgres = await startPostgres({ dataDir, durable: true });
  await deploy(postgres.url());
  const db = openDatabase(postgres.url(), { poolMax: 4, patienceMs: 600_000 });
  const keys = await generateSealKeys();
  const ctx = await testContext(db, {
    seal: await createSeal(keys.publicKey),
    open: await createOpen(keys.privateKey),
    clock: { now: () => new Date(), advance() {}, set() {} },
  });
  const [provider, receiver] = await Promise.all([
    startProgram('provider', 'bench/servers/provider.ts', {}),
    startProgram('receiver', 'bench/servers/receiver.ts', {}),
  ]);
  const providerUrl = `http://127.0.0.1:${provider.port}`;
  const env = environmentOf({ database: postgres.url(), dataDir, provider: providerUrl, keys });
  const mint = () => seed(ctx).owner().application().credentials('sandbox', credentials).key('sandbox').mint();
  const merchant = await mint();
  const [api, floor] = await Promise.all([
    startProgram('api', 'apps/public-api/dist/main.js', env),
    startProgram('floor', 'bench/servers/floor.ts', { DATABASE_URL: postgres.url(), PROVIDER_URL: providerUrl }),
  ]);
  await createEndpoint(
    { ...ctx, actor: 'operator', judgeWebhookUrl: webhookUrlJudge(['127.0.0.1']) },
    { applicationId: merchant.applicationId, environment: 'sandbox', url: `http://127.0.0.1:${receiver.port}/hook` },
  );
  const workers: Program[] = [];
  let closing: Promise<void> | undefined;
  const world: World = {
    db,
    postgres,
    merchant,
    api,
    workers,
    floor,
    provider,
    receiver,
    env,
    key: merchant.key('sandbox').key,
    apiUrl: `http://127.0.0.1:${api.port}/functions/v1`,
    floorUrl: `http://127.0.0.1:${floor.port}`,
    anotherMerchant: mint,
    callbackBody,
    async startWorker(more) {
      const worker = await startProgram('worker', 'inngest/dist/main.js', { ...env, ...more });
      workers.push(worker);
      return worker;
    },
    async stopWorkers() {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    },
    prompts: (count, of) => insertPrompts(db, count, of ?? { merchant, nextQueryInSeconds: 86_400 }),
    cpu: () => ({
      api: cpuMsOf(api.pid),
      worker: workers.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
      postgres: cpuMsOfTree(postgres.pid),
    }),
    async written() {
      const { rows } = await db.pool.query<{ commits: string; wal: string }>(
        `SELECT xact_commit AS commits, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal
         FROM pg_stat_database WHERE datname = current_database()`,
      );
      return { commits: Number(rows[0]?.commits), walBytes: Number(rows[0]?.wal) };
    },
    rest: () => rest(db),
    // A stop signal ends what the case at work would end after it.
    close: () => (closing ??= close()),
  };
  async function close(): Promise<void> {
    worlds.delete(world);
    await Promise.all([...workers, api, floor, provider, receiver].map((program) => program.stop()));
    await db.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  worlds.add(world);
  return world;
}

type Given = { database: string; dataDir: string; provider: string; keys: { publicKey: string; privateKey: string } };

function environmentOf({ database, dataDir, provider, keys }: Given): Record<string, string> {
  return {
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    PUBLIC_BASE_URL: 'http://127.0.0.1/functions/v1',
    PROVIDER_SANDBOX_URL: provider,
    AIRTEL_SANDBOX_URL: provider,
    SEAL_PUBLIC_KEY: keys.publicKey,
    SEAL_PRIVATE_KEY: keys.privateKey,
    WEBHOOK_ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    RATE_LIMIT_STORE: 'memory',
    RATE_LIMIT_COLLECT_PER_KEY: unlimited,
    RATE_LIMIT_REQUESTS_PER_KEY: unlimited,
    RATE_LIMIT_COLLECT_PER_PHONE: unlimited,
    RATE_LIMIT_QUERIES_PER_ACCOUNT: unlimited,
    API_HOST: '127.0.0.1',
    WORKER_HOST: '127.0.0.1',
    API_PORT: '0',
    WORKER_PORT: '0',
  };
}

async function rest(db: Database): Promise<void> {
  const left = `SELECT EXISTS (SELECT 1 FROM provider_callbacks WHERE retry_at <= now())
    OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE status = 'due') AS left`;
  while ((await db.pool.query<{ left: boolean }>(left)).rows[0]?.left) await pause(restMs);
  await db.pool.query('VACUUM ANALYZE');
}

async function insertPrompts(
  db: Database,
  count: number,
  { merchant, nextQueryInSeconds }: { merchant: SeededMerchant; nextQueryInSeconds: number },
): Promise<Prompt[]> {
  const { rows } = await db.pool.query<{ id: string; token: string; checkout: string }>(
    `INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, phone, account_ref,
      description, shortcode, callback_token, merchant_request_id, checkout_request_id, created_at, prompted_at, next_query_at)
    SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid,
      $1, 'sandbox', 'stk', 'pending', 100, 100, '2547' || lpad((n % 100000000)::text, 8, '0'), 'BENCH', 'Payment', '174379',
      h || h, 'm-' || h, 'ws_CO_' || h, now(), now(), now() + make_interval(secs => $3)
    FROM (SELECT n, md5(random()::text || n) AS h FROM generate_series(1, $2::int) n) made
    RETURNING id, callback_token AS token, checkout_request_id AS checkout`,
    [merchant.applicationId, count, nextQueryInSeconds],
  );
  return rows.map(({ id, token, checkout }) => ({ paymentId: id, token, body: callbackBody(checkout) }));
}

let receipts = 0;

/** What the provider posts when a prompt is paid. */
function callbackBody(checkoutRequestId: string): string {
  receipts += 1;
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: `m-${checkoutRequestId.slice('ws_CO_'.length)}`,
        CheckoutRequestID: checkoutRequestId,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: 100 },
            { Name: 'MpesaReceiptNumber', Value: `TB${receipts.toString(36).toUpperCase().padStart(8, '0')}` },
            { Name: 'TransactionDate', Value: 20_261_123_120_000 },
            { Name: 'PhoneNumber', Value: 254_712_345_678 },
          ],
        },
      },
    },
  });
}
