import { openDatabase, openDatabaseClock } from '@tillgate/db';
import type { Context, RateLimiter } from '@tillgate/domain';
import type { WithLinkLimits } from '@tillgate/domain/links';
import { createLimits } from '@tillgate/domain/rate-limits';
import { createClient, createPublisher, embeddedFetch } from '@tillgate/inngest';
import { exposeLimitStore, exposePool } from '@tillgate/process/metrics';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import type { PayMeter, PayMetrics } from './metrics.ts';

/** The dependencies of the app. There is no key and no provider among them. */
export type Deps = {
  context: Pick<Context, 'db' | 'clock' | 'publish' | 'log'> & WithLinkLimits;
  /** Counts of each network: pages read, and forms sent. */
  limits: { read: RateLimiter[]; pay: RateLimiter[] };
  log: Logger;
  /** Counts requests and forms, where metrics are on. */
  meter: PayMeter | undefined;
  /** The public address, without a slash at its end. */
  baseUrl: string;
  abuseEmail: string | undefined;
  trustedProxies: string[];
  /** Closes everything, in order. */
  close(): Promise<void>;
};

const minuteSeconds = 60;
/**
 * Forms that one link, and all links of an application, take from everybody together. They are about twice the prompts that
 * workers would send for them, because some forms lead to none.
 */
const formsMax = {
  once: [{ count: 40, seconds: 10 * minuteSeconds }],
  many: [
    { count: 60, seconds: minuteSeconds },
    { count: 1_200, seconds: 60 * minuteSeconds },
  ],
  application: [{ count: 240, seconds: minuteSeconds }],
};

/**
 * Builds everything from the environment.
 * @param counted where it counts; undefined when metrics are off
 */
export async function createDeps(env: Env, log: Logger, counted?: PayMetrics): Promise<Deps> {
  const db = openDatabase(env.DATABASE_URL, { poolMax: env.DATABASE_POOL_MAX, applicationName: 'tillgate-pay' });
  if (counted) exposePool(counted.metrics, db.pool);
  const clock = await openDatabaseClock(db, log);
  const { INNGEST_BASE_URL: baseUrl, INNGEST_EVENT_KEY: eventKey } = env;
  const client =
    baseUrl && eventKey
      ? createClient({ kind: 'server', baseUrl, eventKey }, log)
      : createClient({ kind: 'embedded', fetch: embeddedFetch({ pool: db.pool }) }, log);
  const publisher = createPublisher(client, { pool: db.pool, log });
  const { limiter, store } = createLimits({ kind: 'postgres', pool: db.pool, table: 'public_counters' }, log);
  if (counted) exposeLimitStore(counted.metrics, store);
  return {
    context: {
      db,
      clock,
      publish: publisher.publish,
      log,
      linkLimits: {
        once: formsMax.once.map((rule) => limiter(`pay-link-${rule.seconds}`, rule)),
        many: formsMax.many.map((rule) => limiter(`pay-link-${rule.seconds}`, rule)),
        application: formsMax.application.map((rule) => limiter('pay-application', rule)),
      },
    },
    limits: {
      read: [limiter('pay-read', env.RATE_LIMIT_PUBLIC_READ)],
      pay: [limiter('pay-send', env.RATE_LIMIT_PUBLIC_PAY), limiter('pay-hour', env.RATE_LIMIT_PUBLIC_PAY_HOUR)],
    },
    log,
    meter: counted?.meter,
    baseUrl: env.PAY_BASE_URL,
    abuseEmail: env.PAY_ABUSE_EMAIL,
    trustedProxies: env.TRUSTED_PROXIES,
    async close() {
      await publisher.close();
      clock.close();
      await db.close();
    },
  };
}
