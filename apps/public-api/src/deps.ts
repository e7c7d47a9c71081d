import { setImmediate as turnOfProcessor } from 'node:timers/promises';
import { type Database, openDatabase, openDatabaseClock } from '@tillgate/db';
import type { Context, RateLimiter, WithProvider } from '@tillgate/domain';
import { createAccounts, databaseTokenStore } from '@tillgate/domain/applications';
import { keepAstray } from '@tillgate/domain/astray';
import { createGuard } from '@tillgate/domain/guards';
import { createTurns, type WithTurns } from '@tillgate/domain/idempotency';
import { type CallbackAddresses, createHookGate, type WithInbox } from '@tillgate/domain/inbox';
import {
  type AuthenticateKey,
  type CountBadKey,
  createBadKeyCount,
  createKeyAuthenticator,
  createKeyNetworks,
  createKeyUses,
  type KeyNetworks,
} from '@tillgate/domain/keys';
import { createPayPages, type WithPayPages } from '@tillgate/domain/links';
import { createLiveQueries, type WithLiveQueries, type WithPhoneLimit } from '@tillgate/domain/payments';
import { createLocalLimiter, type LocalLimiter } from '@tillgate/domain/rate-limits';
import { createRequestLog, type RequestLog } from '@tillgate/domain/requests';
import { createOpen, createSeal } from '@tillgate/domain/sealing';
import { createClient, createPublisher, embeddedFetch } from '@tillgate/inngest';
import { openTracing, type Tracing } from '@tillgate/process';
import { exposePool } from '@tillgate/process/metrics';
import { createProvider, readProviderOptions } from '@tillgate/provider';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import { openKeyJournal } from './key-journal/open-journal.ts';
import { type ApiMetrics, exposeSpool, type RequestMeter } from './metrics.ts';
import { proxiesOf } from './missing-proxies.ts';
import { openLimits } from './open-limits.ts';
import { type Overload, watchOverload } from './overload.ts';
import { openSpool } from './spool/open-spool.ts';
import { startReplayLoop } from './spool/replay-loop.ts';

/** The dependencies of the app. */
export type Deps = {
  context: Context & WithProvider & WithTurns & WithPhoneLimit & WithLiveQueries & WithInbox & WithPayPages;
  authenticate: AuthenticateKey;
  /** Records the networks that keys are used from. */
  keyNetworks: KeyNetworks;
  /** Counts collections per API key. */
  keyLimit: RateLimiter;
  /** Counts links that are made, per API key. */
  linkLimit: RateLimiter;
  /** Counts all other requests per API key, in this process. */
  requestLimit: LocalLimiter;
  /** Counts refused keys per network, in this process. */
  countBadKey: CountBadKey;
  /** Counts requests, where metrics are on. */
  requestMeter?: RequestMeter | undefined;
  /** Where traces are on. */
  trace?: Tracing['trace'] | undefined;
  /** Whether to refuse requests because of overload. */
  overload: Overload;
  /** The log of requests, for merchants' developers. */
  requestLog: RequestLog;
  log: Logger;
  /** Address of the errors page. */
  errorsUrl: string;
  /** Directory of the built guides. It may not exist. */
  docsDirectory: string;
  trustedProxies: string[];
  /** Whether a proxy is in front that `trustedProxies` does not name. */
  lacksProxies: boolean;
  callbackAddresses: CallbackAddresses;
  /** Callbacks that wait for the database, and those that a person must check. */
  spooled(): { waiting: number; aside: number };
  /** Closes everything, in order. */
  close(): Promise<void>;
};

/** How often a collection needs a connection until it has its answer. */
const turnsOfRequest = 3;
/** API keys whose requests are counted at a time. */
const limitedKeysMax = 10_000;

/**
 * Builds everything from the environment. Nothing is sent before the first request.
 * @param counted where it counts; undefined when metrics are off
 */
export async function createDeps(env: Env, log: Logger, counted?: ApiMetrics): Promise<Deps> {
  const db = openDatabase(env.DATABASE_URL, { poolMax: env.DATABASE_POOL_MAX, applicationName: 'tillgate-api' });
  const clock = await openDatabaseClock(db, log);
  const [seal, open] = await Promise.all([createSeal(env.SEAL_PUBLIC_KEY), createOpen(env.SEAL_PRIVATE_KEY)]);
  const publisher = createPublisher(inngestClient(env, db, log), { pool: db.pool, log });
  const tracing = await openTracing(env, 'tillgate-api');
  const traced = { trace: tracing?.trace };
  const base: Context = { db, clock, publish: publisher.publish, seal, log, meter: counted?.meter, ...traced };
  const provider = createProvider({
    ...(await readProviderOptions(env)),
    clock,
    log,
    meter: counted?.meter,
    tokens: databaseTokenStore({ ...base, open }),
  });
  const { limiter, close: closeLimits } = await openLimits(env, db, log, counted?.metrics);
  const keyUses = createKeyUses(base);
  const keyNetworks = createKeyNetworks(base);
  const requestLog = createRequestLog(base);
  const { inbox, spooled } = await openInbox(env, { ...base, provider }, () => counted?.disk.callbacksNotSpooled({}));
  if (counted) {
    exposePool(counted.metrics, db.pool);
    exposeSpool(counted.metrics, spooled);
  }
  const replay = startReplayLoop({ ...base, provider, ...inbox });
  const keyJournal = openKeyJournal(base, env, () => counted?.disk.keysNotNoted({}));
  return {
    context: {
      ...base,
      ...inbox,
      provider,
      accounts: createAccounts({ ...base, open }),
      callbackBaseUrl: env.PUBLIC_BASE_URL,
      turns: createTurns(),
      keyJournal,
      liveQueries: createLiveQueries(),
      phoneLimit: limiter('collect-phone', env.RATE_LIMIT_COLLECT_PER_PHONE),
      guard: createGuard(base, env.PHONE_HASH_KEY),
      payPages:
        env.PAY_BASE_URL !== undefined && env.LINK_KEY !== undefined
          ? createPayPages(env.PAY_BASE_URL, env.LINK_KEY)
          : undefined,
      queryBudget: limiter('queries', env.RATE_LIMIT_QUERIES_PER_ACCOUNT),
    },
    authenticate: createKeyAuthenticator(base, keyUses),
    keyNetworks,
    keyLimit: limiter('collect-key', env.RATE_LIMIT_COLLECT_PER_KEY),
    linkLimit: limiter('links-key', env.RATE_LIMIT_LINKS_PER_KEY),
    requestLimit: createLocalLimiter(clock, env.RATE_LIMIT_REQUESTS_PER_KEY, limitedKeysMax),
    countBadKey: createBadKeyCount(clock, env.RATE_LIMIT_BAD_KEYS_PER_NETWORK),
    overload: watchOverload(() => queue(db.pool), { log }),
    requestLog,
    requestMeter: counted?.requests,
    ...traced,
    log,
    errorsUrl: `${env.PUBLIC_BASE_URL}/errors`,
    docsDirectory: env.DOCS_DIR,
    ...proxiesOf(env),
    callbackAddresses: env.CALLBACK_ALLOWED_IPS,
    spooled,
    async close() {
      await Promise.all([replay.close(), keyJournal.close()]);
      await Promise.all([requestLog.close(), keyUses.close(), keyNetworks.close()]);
      await publisher.close();
      await provider.close();
      await tracing?.close();
      clock.close();
      closeLimits();
      await db.close();
    },
  };
}

/** Waits as a collection does: in turn for a connection and for the processor. */
async function queue(pool: Database['pool']): Promise<void> {
  for (let turn = 0; turn < turnsOfRequest; turn += 1) {
    (await pool.connect()).release();
    await turnOfProcessor();
  }
}

/** What takes callbacks, and keeps them while the database is away or does not know their payment. */
async function openInbox(env: Env, ctx: Context & Pick<WithProvider, 'provider'>, refused: () => void) {
  const isProviderAddress = createHookGate({
    callbacks: env.CALLBACK_ALLOWED_IPS,
    notices: env.AIRTEL_CALLBACK_ALLOWED_IPS,
  });
  const { spool, asideCount } = await openSpool(env, { log: ctx.log, isProviderAddress, refused });
  const keep: WithInbox['keepAstray'] = (posted, whenOpen) => keepAstray(ctx, posted, whenOpen);
  const inbox: WithInbox = { isProviderAddress, spool, keepAstray: keep };
  return { inbox, spooled: () => ({ waiting: spool.count(), aside: asideCount() }) };
}

function inngestClient(env: Env, db: Database, log: Logger) {
  const { INNGEST_BASE_URL: baseUrl, INNGEST_EVENT_KEY: eventKey } = env;
  return baseUrl && eventKey
    ? createClient({ kind: 'server', baseUrl, eventKey }, log)
    : createClient({ kind: 'embedded', fetch: embeddedFetch({ pool: db.pool }) }, log);
}
