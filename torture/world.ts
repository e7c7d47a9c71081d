import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@tillgate/db';
import { startPostgres } from '@tillgate/db/embedded';
import type { TenantContext } from '@tillgate/domain';
import { createEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { setPolicy } from '@tillgate/domain/orders';
import { authorityOf } from '@tillgate/domain/organizations';
import type { SetPolicyInput } from '@tillgate/domain/policies';
import { createOpen, createSeal, generateSealKeys } from '@tillgate/domain/sealing';
import { type TestContext, testContext } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { freePorts } from '../e2e/support/binary.ts';
import { type Front, startFront } from '../e2e/support/front.ts';
import { merchantWithInitiator } from '../e2e/support/initiator.ts';
import { type InngestServer, startInngestServer } from '../e2e/support/inngest-server.ts';
import { impatient, processEnv } from '../e2e/support/stack.ts';
import type { Dice } from './dice.ts';
import { type HookProxy, startHookProxy } from './hook-proxy.ts';
import type { Options } from './options.ts';
import { type OwnPostgres, startOwnPostgres } from './postgres.ts';
import { type Supervised, supervise } from './processes.ts';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { openAccount } from './second-network.ts';

const firstShortcode = 600_100;
export const keptMax = 100_000;
const linesMax = 2_000;
const trimMs = 200;
/** How long the simulated customer takes. */
const customerMs = 300;

/** What each shop lets out: one asks a second person, the others have limits that the traffic reaches. */
const policies: SetPolicyInput[] = [
  { payoutFrom: 500, reversalFrom: 900 },
  { perTransaction: 900, perDay: 40_000 },
  { perRecipientPerDay: 1_500, perKeyPerDay: 60_000 },
];

/** So many requests in a row pay out to the same phone, so that several at once reach its limit. */
const perPhone = 120;

/** Who gets the money of request number `n` of the run. */
export const payeeOf = (n: number) => `2547123${String(Math.floor(n / perPhone) % 100_000).padStart(5, '0')}`;

export type Shop = {
  applicationId: string;
  shortcode: string;
  key: string;
  /** Asks for payouts in the dashboard. */
  asker: TenantContext;
  /** May approve them. */
  approvers: [TenantContext, TenantContext];
};

/** Everything that is tortured, and who tortures it. */
export type World = {
  ctx: TestContext;
  postgres: OwnPostgres;
  /** Of the provider itself: its own account is here. */
  providerUrl: string;
  provider: ProviderProxy;
  hooks: HookProxy;
  receiver: Receiver;
  front: Front;
  baseUrl: string;
  shops: Shop[];
  apis: Supervised[];
  workers: Supervised[];
  /** What the processes printed. */
  lines: string[];
  /** From now on nothing goes wrong. */
  calm(): void;
  close(): Promise<void>;
};

async function openShop(
  ctx: TestContext,
  receiver: Receiver,
  shortcode: string,
  policy: SetPolicyInput,
): Promise<Shop> {
  const merchant = await merchantWithInitiator({ ctx }, { shortcode }, ['finance', 'admin']);
  const person = (userId: string, role: Role): TenantContext => ({
    ...merchant.as('sandbox'),
    actor: `user:${userId}`,
    authority: authorityOf(role),
  });
  await setPolicy({ ...merchant.as('sandbox'), actor: 'operator' }, policy);
  const { applicationId } = merchant;
  const endpoint = { applicationId, environment: 'sandbox', url: receiver.url } as const;
  const { secret } = await createEndpoint({ ...ctx, judgeWebhookUrl: webhookUrlJudge(['127.0.0.1']) }, endpoint);
  receiver.trust(applicationId, secret);
  const [asker, admin] = merchant.members.map(({ userId, role }) => person(userId, role));
  if (!asker || !admin) throw new Error('the shop has no people');
  const owner = person(merchant.owner.userId, 'owner');
  return { applicationId, shortcode, key: merchant.key().key, asker, approvers: [admin, owner] };
}

/** Shops with an account at both networks. */
async function openShops(
  ctx: TestContext,
  receiver: Receiver,
  urls: { providerUrl: string; hooksUrl: string },
): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (const [n, policy] of policies.entries()) {
    const shop = await openShop(ctx, receiver, String(firstShortcode + n), policy);
    await openAccount(ctx, { applicationId: shop.applicationId, ...urls });
    shops.push(shop);
  }
  return shops;
}

/** An Inngest server with a database server of its own, which nobody kills. */
async function startInngest(): Promise<{ server: InngestServer; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-torture-inngest-'));
  const postgres = await startPostgres({ dataDir, durable: false });
  const server = await startInngestServer(postgres.url('postgres'));
  return {
    server,
    async close() {
      await server.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the database, the processes, the provider with its faults, and shops that have registered their shortcodes. */
export async function startWorld({ mode, isShort }: Options, dice: Dice): Promise<World> {
  const simulator = await startSimulator({
    oneToken: true,
    delayMs: customerMs,
    promptsMax: keptMax,
    conversationsMax: keptMax,
    offlinePaymentsMax: keptMax,
  });
  const [postgres, front, receiver, keys, dataDir, provider, inngest] = await Promise.all([
    startOwnPostgres(),
    startFront({ repeatHooks: false }),
    startReceiver(dice),
    generateSealKeys(),
    mkdtemp(join(tmpdir(), 'tillgate-torture-data-')),
    startProviderProxy(simulator.url, dice),
    mode === 'inngest' ? startInngest() : undefined,
  ]);
  const hooks = await startHookProxy(() => front.url, dice, !isShort);
  const ctx = await testContext(postgres.database, {
    seal: await createSeal(keys.publicKey),
    open: await createOpen(keys.privateKey),
    clock: { now: () => new Date(), advance() {}, set() {} },
  });
  const shops = await openShops(ctx, receiver, { providerUrl: simulator.url, hooksUrl: hooks.url });
  const lines: string[] = [];
  // Only the newest are of use, and a program that has printed too many is not listened to any more.
  const trimming = setInterval(() => lines.splice(0, Math.max(lines.length - linesMax, 0)), trimMs);
  const env = {
    ...processEnv({ dataDir, baseUrl: `${hooks.url}/functions/v1`, providerUrl: provider.url, keys }),
    ...impatient,
    ...inngest?.server.env,
  };
  const count = mode === 'embedded' ? 1 : 2;
  const apis: Supervised[] = [];
  const point = () => front.pointTo(apis.flatMap((api) => api.port() ?? []));
  for (let n = 0; n < count; n += 1) {
    // Each has its own directory for what it keeps while the database is unavailable.
    const own = { ...env, DATA_DIR: join(dataDir, `api-${n}`), DATABASE_URL: postgres.urlAs('api') };
    apis.push(await supervise(`api ${n + 1}`, 'apps/public-api', () => own, lines, point));
  }
  point();
  const workerPorts = await freePorts(count);
  const workers = await Promise.all(
    workerPorts.map((port, n) => {
      const own = { ...env, DATABASE_URL: postgres.urlAs('worker'), WORKER_PORT: String(port) };
      return supervise(`worker ${n + 1}`, 'inngest', () => own, lines);
    }),
  );
  await inngest?.server.balance([workerPorts[0] ?? 0, workerPorts[1] ?? 0]);
  const baseUrl = `${front.url}/functions/v1`;
  return {
    ctx,
    postgres,
    providerUrl: simulator.url,
    provider,
    hooks,
    receiver,
    front,
    baseUrl,
    shops,
    apis,
    workers,
    lines,
    calm() {
      for (const spoiler of [provider, hooks, receiver]) spoiler.calm();
    },
    async close() {
      clearInterval(trimming);
      await Promise.all([...apis, ...workers].map((one) => one.stop()));
      await hooks.close();
      await Promise.all([front.close(), receiver.close(), provider.close(), simulator.close(), inngest?.close()]);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
