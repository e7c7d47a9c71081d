import { type Database, openDatabase, openDatabaseClock } from '@tillgate/db';
import type { Context, WithDashboardUrl } from '@tillgate/domain';
import { type WithWebhookUrlJudge, webhookUrlJudge } from '@tillgate/domain/endpoints';
import { createPhoneHash, type WithPhoneHash } from '@tillgate/domain/guards';
import { createPayPages, type WithPayPages } from '@tillgate/domain/links';
import { createSeal } from '@tillgate/domain/sealing';
import { createIdentity, type WithIdentity } from '@tillgate/domain/users';
import { createClient, createPublisher, embeddedFetch } from '@tillgate/inngest';
import { createLogger } from '@tillgate/process';
import type { Logger } from 'pino';
import { type Env, readEnv } from './env.ts';
import { statementTimeoutMs } from './graphql/limits.ts';
import { createReporting, type Reporting } from './graphql/reporting.ts';
import { createProcedureLimits, type ProcedureLimits } from './trpc/procedure-limits.ts';

/** What the dashboard's verbs run on: no provider, no courier, and nothing that opens a secret. */
export type WebContext = Context & WithWebhookUrlJudge & WithDashboardUrl & WithPayPages & WithPhoneHash;

/** What pages and routers need to know about where they run. */
export type Settings = {
  /** The dashboard's own address, without a slash at its end. */
  webUrl: string;
  /** The public address of the REST API, with /functions/v1. */
  publicBaseUrl: string;
  /** The simulator, for the handset alone. */
  sandboxUrl: string;
  trustedProxies: string[];
  /** Signs the cookies of sessions. */
  authSecret: string;
  oidc: OidcSettings | undefined;
};

/** The identity provider of this dashboard, and what the operator says about it. */
export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** The claim with the address, and whether it counts without `email_verified`. */
  emailClaim: string;
  trustedEmail: Env['OIDC_TRUSTED_EMAIL'];
  /** The OpenID Connect `prompt` for people who are signed in at the provider. */
  prompt: Env['OIDC_PROMPT'];
};

/** What the dashboard is built on. */
export type Deps = {
  context: WebContext;
  /** Tells who people are; procedures about a tenant's money do without it. */
  identity: WithIdentity;
  procedureLimits: ProcedureLimits;
  /** What the reporting API runs on. */
  reporting: Reporting;
  settings: Settings;
  log: Logger;
  /** Lets go of everything, in order. */
  close(): Promise<void>;
};

/** Reports that run at the same time; others wait. */
const reportsMax = 4;

/** Builds everything from the environment. Nothing is sent before the first request. */
async function createDeps(env: Env, log: Logger): Promise<Deps> {
  const db = openDatabase(env.DATABASE_URL, { poolMax: env.DATABASE_POOL_MAX, applicationName: 'tillgate-web' });
  const clock = await openDatabaseClock(db, log);
  const publisher = createPublisher(inngestClient(env, db, log), { pool: db.pool, log });
  const readDb = openDatabase(env.DATABASE_URL, {
    poolMax: reportsMax,
    applicationName: 'tillgate-reports',
    readOnly: { statementTimeoutMs },
  });
  const reporting = createReporting({ db, clock, log }, readDb);
  return {
    context: {
      db,
      clock,
      publish: publisher.publish,
      seal: await createSeal(env.SEAL_PUBLIC_KEY),
      log,
      judgeWebhookUrl: webhookUrlJudge(env.WEBHOOK_ALLOWED_PRIVATE_HOSTS),
      dashboardUrl: env.NEXTAUTH_URL,
      phoneHash: env.PHONE_HASH_KEY === undefined ? undefined : createPhoneHash(env.PHONE_HASH_KEY),
      payPages:
        env.PAY_BASE_URL !== undefined && env.LINK_KEY !== undefined
          ? createPayPages(env.PAY_BASE_URL, env.LINK_KEY)
          : undefined,
    },
    identity: createIdentity({
      secret: env.NEXTAUTH_SECRET,
      vaultKeys: env.VAULT_KEYS,
      dashboardUrl: env.NEXTAUTH_URL,
      limits: { kind: 'postgres', pool: db.pool },
      log,
    }),
    procedureLimits: createProcedureLimits(),
    reporting,
    settings: readSettings(env),
    log,
    async close() {
      await publisher.close();
      await reporting.close();
      clock.close();
      await db.close();
    },
  };
}

function readSettings(env: Env): Settings {
  return {
    webUrl: env.NEXTAUTH_URL,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    sandboxUrl: env.PROVIDER_SANDBOX_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    authSecret: env.NEXTAUTH_SECRET,
    oidc: readOidc(env),
  };
}

function readOidc(env: Env): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = env;
  if (!issuer || !clientId || !clientSecret) return undefined;
  const { OIDC_EMAIL_CLAIM: emailClaim, OIDC_TRUSTED_EMAIL: trustedEmail, OIDC_PROMPT: prompt } = env;
  return { issuer, clientId, clientSecret, name, emailClaim, trustedEmail, prompt };
}

function inngestClient(env: Env, db: Database, log: Logger) {
  const { INNGEST_BASE_URL: baseUrl, INNGEST_EVENT_KEY: eventKey } = env;
  return baseUrl && eventKey
    ? createClient({ kind: 'server', baseUrl, eventKey }, log)
    : createClient({ kind: 'embedded', fetch: embeddedFetch({ pool: db.pool }) }, log);
}

/** Outlives reloads of this module in development, which must not open a pool each. */
const shared = globalThis as typeof globalThis & { tillgateDeps?: Promise<Deps> };

/** The one set of this process, made by the first caller. Never asked for while building. */
export function getDeps(): Promise<Deps> {
  shared.tillgateDeps ??= (async () => {
    const env = readEnv();
    return createDeps(env, createLogger('web', env.LOG_LEVEL));
  })();
  return shared.tillgateDeps;
}
