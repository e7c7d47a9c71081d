import type { Context, Tenant } from '../kernel/context.ts';
import { createRecent } from '../kernel/recent.ts';
import { createPhoneHash, type PhoneHash } from './phone-hash.ts';
import { type Ruling, readRuling } from './rule-statements.ts';
import { createStopList, type StopList } from './stop-list.ts';
import type { WithPhoneHash } from './stop-phone.ts';

/** How long a process may still follow rules that were changed. */
const keptMs = 4_000;
const keptTenantsMax = 10_000;

/** What keeps prompts from people who must not get them. */
export type Guard = {
  stopList: StopList;
  /** What an application and environment is judged by, at most four seconds old. Throws when it cannot be read. */
  rulesOf(tenant: Tenant): Promise<Ruling>;
  /** Hashes phones for lists and records; undefined where the process has no key. */
  phoneHash: PhoneHash | undefined;
};
/** Capability: knows the stop list, the rules and the lists. */
export type WithGuard = { guard: Guard };

/**
 * The guard as a process holds it. Where an application has no rule and no phone on a list, a prompt
 * costs no statement but one in four seconds.
 * @param phoneHashKey PHONE_HASH_KEY; undefined where it is not set
 */
export function createGuard(ctx: Pick<Context, 'db' | 'clock' | 'log'>, phoneHashKey: string | undefined): Guard {
  const phoneHash = phoneHashKey === undefined ? undefined : createPhoneHash(phoneHashKey);
  const recent = createRecent<Ruling>(ctx.clock, { ttlMs: keptMs, entriesMax: keptTenantsMax });
  return {
    stopList: createStopList(ctx, phoneHash),
    phoneHash,
    async rulesOf(tenant) {
      const key = `${tenant.applicationId} ${tenant.environment}`;
      const known = recent.get(key);
      if (known) return known;
      const readAt = ctx.clock.now();
      const ruling = await readRuling(ctx.db.pool, tenant, phoneHash?.keyId ?? null);
      if (ruling.hasForeign) {
        ctx.log.error(
          { ...tenant },
          'Phones of a list were added under another PHONE_HASH_KEY. They count for nothing.',
        );
      }
      recent.set(key, ruling, readAt);
      return ruling;
    },
  };
}

/** The hash of phones of a process, whether it has the whole guard or the key alone; undefined where there is no key. */
export function phoneHashOf({ guard, phoneHash }: Partial<WithGuard & WithPhoneHash>): PhoneHash | undefined {
  return guard?.phoneHash ?? phoneHash;
}

/** A guard that stops nothing, for histories that are made up and for tests. */
export const noGuard: Guard = {
  stopList: { has: async () => false },
  rulesOf: async () => ({ rules: [], hasEntries: false, hasForeign: false }),
  phoneHash: undefined,
};
