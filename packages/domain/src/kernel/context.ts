import type { Database, Environment } from '@tillgate/db';
import type { Clock, Courier, Log, Mailer, ObjectStore, Open, Seal } from '../ports/ports.ts';
import type { Provider } from '../ports/provider.ts';
import type { WithQueryBudget } from '../provider/query-budget.ts';
import type { RailAccount } from '../rails/account.ts';
import type { Publish } from '../signals/signals.ts';
import type { WithAuthority } from './authority.ts';
import type { Meter } from './series.ts';
import type { Trace } from './trace.ts';

/** What every process has. */
export type Context = {
  db: Database;
  clock: Clock;
  publish: Publish;
  seal: Seal;
  log: Log;
  /** Where metrics are on. */
  meter?: Meter | undefined;
  /** Where traces are on. */
  trace?: Trace | undefined;
};

/** One application in one environment: the owner of rows. */
export type Tenant = { applicationId: string; environment: Environment };

/** Who acts, as written into the audit: `user:<id>`, `key:<id>`, `operator`, `provider` or `system`. */
export type Actor = string;

/** The actor and its authority. `authority` is required, so that no transport forgets it. */
export type ActorContext = Context & WithAuthority & { actor: Actor };

/** An actor within a tenant. */
export type TenantContext = ActorContext & { tenant: Tenant };

/** Capability: knows the URL of the dashboard, for links in emails. */
export type WithDashboardUrl = {
  /** Without a slash at its end. */
  dashboardUrl: string;
};

/** Capability: may call the provider on behalf of a tenant. */
export type WithProvider = WithQueryBudget & {
  provider: Provider;
  /** What a tenant has at networks, the default first; empty when nothing is set. Throws DomainError unavailable. */
  accounts(tenant: Tenant): Promise<readonly RailAccount[]>;
  /** The public base address that the provider calls back, with /functions/v1. */
  callbackBaseUrl: string;
};

/** Capability: has the private key. */
export type WithOpen = { open: Open };

/** Capability: may post webhooks. */
export type WithCourier = WithOpen & { courier: Courier };

/** Capability: may send email. */
export type WithMailer = WithOpen & { mailer: Mailer };

/** Capability: may put files into buckets. */
export type WithObjectStore = WithOpen & { objectStore: ObjectStore };
