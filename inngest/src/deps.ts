import { type Database, openDatabase, openDatabaseClock } from '@tillgate/db';
import type { Context, Publish, WakeUp } from '@tillgate/domain';
import { createAccounts, databaseTokenStore } from '@tillgate/domain/applications';
import { createCallbackDrain } from '@tillgate/domain/callbacks';
import { createAttemptDrain } from '@tillgate/domain/checkout';
import { createQueueDrain } from '@tillgate/domain/deliveries';
import { createGuard } from '@tillgate/domain/guards';
import { createTurns } from '@tillgate/domain/idempotency';
import { createLimits } from '@tillgate/domain/rate-limits';
import { createOpen, createSeal } from '@tillgate/domain/sealing';
import { openTracing } from '@tillgate/process';
import { exposeLimitStore } from '@tillgate/process/metrics';
import { createProvider, readProviderOptions } from '@tillgate/provider';
import type { Logger } from 'pino';
import { createArchive } from './archive.ts';
import type { Drains, WithDrains, WorkerContext } from './context.ts';
import { createCourier } from './courier.ts';
import type { Env } from './env.ts';
import { createMailer } from './mailer.ts';
import { exposeDatabase, type WorkerMetrics } from './metrics.ts';
import { createObjectStore } from './object-store.ts';
import { createPace } from './pace.ts';
import { listenForWakeUps } from './wake-up-listener.ts';
import { isWakeUp } from './wake-ups.ts';

/**
 * What the functions run on, from the environment.
 * @param createPublisher publishes through the client, which needs the engine
 * @param counted where it counts; undefined when metrics are off
 */
export async function createWorkerContext(
  env: Env,
  log: Logger,
  createPublisher: (pool: Database['pool']) => { publish: Publish; close(): Promise<void> },
  counted?: WorkerMetrics,
): Promise<{ context: WorkerContext & WithDrains; close(): Promise<void> }> {
  const db = openDatabase(env.DATABASE_URL, { poolMax: env.DATABASE_POOL_MAX, applicationName: 'tillgate-worker' });
  const clock = await openDatabaseClock(db, log);
  const publisher = createPublisher(db.pool);
  const wakeOwn = (wakeUp: WakeUp) => drains?.[wakeUp].wake();
  let drains: Drains | undefined;
  let listener: ReturnType<typeof listenForWakeUps> | undefined;
  const publish: Publish = (signals) => {
    // This process hears its own notifications, unless a pooler keeps them. Waking itself, too, would make it look twice.
    if (!listener?.hears()) for (const signal of signals) if (isWakeUp(signal)) wakeOwn(signal.name);
    return publisher.publish(signals);
  };
  const [seal, open] = await Promise.all([createSeal(env.SEAL_PUBLIC_KEY), createOpen(env.SEAL_PRIVATE_KEY)]);
  const tracing = await openTracing(env, 'tillgate-worker');
  const base: Context = { db, clock, publish, seal, log, meter: counted?.meter, trace: tracing?.trace };
  if (counted) exposeDatabase(counted.metrics, base);
  const provider = createProvider({
    ...(await readProviderOptions(env)),
    clock,
    log,
    meter: counted?.meter,
    tokens: databaseTokenStore({ ...base, open }),
  });
  const { courier, close: closeCourier } = createCourier({ allowedPrivateHosts: env.WEBHOOK_ALLOWED_PRIVATE_HOSTS });
  const { mailer, close: closeMailer } = createMailer({ smtp: env.SMTP_URL, from: env.MAIL_FROM, log });
  const { objectStore, close: closeObjectStore } = createObjectStore({
    allowedPrivateHosts: env.WEBHOOK_ALLOWED_PRIVATE_HOSTS,
    log,
  });
  const archiving = env.archive && createArchive(env.archive, { log });
  const { limiter, store } = createLimits({ kind: 'postgres', pool: db.pool }, log);
  if (counted) exposeLimitStore(counted.metrics, store);
  const context: WorkerContext = {
    ...base,
    open,
    provider,
    accounts: createAccounts({ ...base, open }),
    callbackBaseUrl: env.PUBLIC_BASE_URL,
    // The same counters as the API has with RATE_LIMIT_STORE=postgres; with another store the worker counts apart.
    phoneLimit: limiter('collect-phone', env.RATE_LIMIT_COLLECT_PER_PHONE),
    guard: createGuard(base, env.PHONE_HASH_KEY),
    queryBudget: limiter('queries', env.RATE_LIMIT_QUERIES_PER_ACCOUNT),
    turns: createTurns(),
    pace: createPace(limiter('batches', env.BATCH_RATE_PER_ACCOUNT)),
    publicLimits: { perPhone: [env.RATE_LIMIT_PUBLIC_PER_PHONE, env.RATE_LIMIT_PUBLIC_PER_PHONE_DAY] },
    courier,
    mailer,
    objectStore,
    archive: archiving?.archive,
    ...(env.NEXTAUTH_URL && { dashboardUrl: env.NEXTAUTH_URL.replace(/\/+$/, '') }),
  };
  const own: Drains = {
    'callbacks.waiting': createCallbackDrain(context),
    'deliveries.waiting': createQueueDrain(context),
    'attempts.waiting': createAttemptDrain(context),
  };
  drains = own;
  listener = listenForWakeUps(env.DATABASE_URL, { onWakeUp: wakeOwn, log });
  return {
    context: { ...context, drains: own },
    async close() {
      await listener?.close();
      await Promise.all(Object.values(own).map((drain) => drain.close()));
      await publisher.close();
      await closeCourier();
      closeMailer();
      await closeObjectStore();
      await archiving?.close();
      await provider.close();
      await tracing?.close();
      clock.close();
      await db.close();
    },
  };
}
