import type { Context, Tenant } from '../kernel/context.ts';
import { createRecent } from '../kernel/recent.ts';
import type { Rule } from './guard.ts';
import { createPhoneHash } from './phone-hash.ts';
import { listRules } from './rule-statements.ts';
import { createStopList, type StopList } from './stop-list.ts';

/** How long a process may still follow rules that were changed. */
const keptMs = 4_000;
const keptTenantsMax = 10_000;

/** What keeps prompts from people who must not get them. */
export type Guard = {
  stopList: StopList;
  /** The rules of an application and environment, at most four seconds old. Throws when they cannot be read. */
  rulesOf(tenant: Tenant): Promise<readonly Rule[]>;
  /** The hash of a phone for records; null where the process has no key. */
  hashOf(phone: string): string | null;
};
/** Capability: knows the stop list and the rules. */
export type WithGuard = { guard: Guard };

/**
 * The guard as a process holds it. Where an application has no rule, a prompt costs no statement but one in four seconds.
 * @param phoneHashKey PHONE_HASH_KEY; undefined where it is not set
 */
export function createGuard(ctx: Pick<Context, 'db' | 'clock' | 'log'>, phoneHashKey: string | undefined): Guard {
  const phoneHash = phoneHashKey === undefined ? undefined : createPhoneHash(phoneHashKey);
  const recent = createRecent<readonly Rule[]>(ctx.clock, { ttlMs: keptMs, entriesMax: keptTenantsMax });
  return {
    stopList: createStopList(ctx, phoneHash),
    hashOf: (phone) => phoneHash?.hash(phone) ?? null,
    async rulesOf(tenant) {
      const key = `${tenant.applicationId} ${tenant.environment}`;
      const known = recent.get(key);
      if (known) return known;
      const readAt = ctx.clock.now();
      const rules = await listRules(ctx.db.pool, tenant);
      recent.set(key, rules, readAt);
      return rules;
    },
  };
}

/** A guard that stops nothing, for histories that are made up and for tests. */
export const noGuard: Guard = { stopList: { has: async () => false }, rulesOf: async () => [], hashOf: () => null };
