import type { Database, Environment } from '@tillgate/db';
import type { Publish } from './events.ts';
import type { Clock, Courier, Log, Open, Provider, Seal } from './ports.ts';

/** What every process has. */
export type Context = { db: Database; clock: Clock; publish: Publish; seal: Seal; log: Log };

/** Whose rows: one application in one environment. */
export type Tenant = { applicationId: string; environment: Environment };

/** Who acts, as written into the audit: `user:<id>`, `key:<id>`, `operator`, `provider` or `system`. */
export type Actor = string;

export type TenantContext = Context & { tenant: Tenant; actor: Actor };

/** Capability: may speak to the provider in a tenant's name. `callbackBaseUrl` is the public base address with /functions/v1. */
export type WithProvider = { provider: Provider; open: Open; callbackBaseUrl: string };

/** Capability: may post webhooks. */
export type WithCourier = { courier: Courier; open: Open };
