import type { Database } from '@tillgate/db';
import { listUnprovenAccounts } from '@tillgate/domain/applications';
import { railLabel } from '@tillgate/domain/rails';
import { z } from 'zod';
import { type Part, reasonOf } from './part.ts';

const probeTimeoutMs = 3_000;

const readinessSchema = z.object({
  spooled: z.object({ waiting: z.int(), aside: z.int() }),
  // An API of an earlier version does not tell.
  lacksProxies: z.boolean().default(false),
});

/** Checks which addresses may post production callbacks, whether notices can be proven, and what the API tells: its proxies, its spool. */
export async function examineCallbacks(db: Database, apiOrigin: string): Promise<Part> {
  try {
    const findings = await Promise.all([readAccess(db), readRefused(db), readUnproven(db), askApi(apiOrigin)]);
    const detail = findings.map((finding) => finding.detail).join(' ');
    return { part: 'callbacks', ok: findings.every(({ ok }) => ok), detail };
  } catch (error) {
    return { part: 'callbacks', ok: false, detail: `The allowed addresses could not be read: ${reasonOf(error)}` };
  }
}

type Finding = { ok: boolean; detail: string };

async function readAccess(db: Database): Promise<Finding> {
  const { rows } = await db.pool.query<{ isOpen: boolean; addresses: string[]; isUsed: boolean }>(`
    SELECT is_open AS "isOpen", addresses,
      EXISTS (SELECT 1 FROM provider_credentials WHERE environment = 'production') AS "isUsed"
    FROM callback_access WHERE environment = 'production'`);
  const [access] = rows;
  if (!access) return { ok: true, detail: 'No API has recorded its allowed addresses yet.' };
  if (!access.isOpen) {
    return { ok: true, detail: `Production takes callbacks from ${access.addresses.length} addresses or networks.` };
  }
  const open = 'Production takes callbacks from every address (CALLBACK_ALLOWED_IPS is any).';
  if (!access.isUsed) return { ok: true, detail: `${open} No application has production credentials.` };
  return { ok: false, detail: `${open} Leave it out, or list the addresses of the provider.` };
}

const addressesMax = 5;

/** Callbacks that were refused because of the address that they came from, as long as a review of them is open. */
async function readRefused(db: Database): Promise<Finding> {
  const { rows } = await db.pool.query<{ address: string; count: number; firstAt: Date }>(`
    SELECT c.address, sum(c.count)::int AS count, min(c.first_at) AS "firstAt"
    FROM refused_callbacks c JOIN reviews r ON r.subject_kind = 'refused_callbacks' AND r.subject_id = c.id AND r.status = 'open'
    GROUP BY c.address ORDER BY count DESC, c.address`);
  if (rows.length === 0) return { ok: true, detail: 'None was refused lately.' };
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const since = new Date(Math.min(...rows.map(({ firstAt }) => firstAt.getTime()))).toISOString();
  const named = rows.slice(0, addressesMax).map((row) => `${row.address} (${row.count})`);
  const more = rows.length > addressesMax ? ` and ${rows.length - addressesMax} more` : '';
  return {
    ok: false,
    detail:
      `${count} callbacks of production were refused since ${since}, because they came from ${named.join(', ')}${more}. ` +
      'If that is the provider, add the address to CALLBACK_ALLOWED_IPS, or to AIRTEL_CALLBACK_ALLOWED_IPS for Airtel Money. If it is your proxy, set TRUSTED_PROXIES. Then close the reviews.',
  };
}

/** An account that works, only slower: its owner has to set the key, so nothing is wrong here. */
async function readUnproven(db: Database): Promise<Finding> {
  const found = await listUnprovenAccounts(db.pool);
  if (found.length === 0) return { ok: true, detail: 'Every notice of production can be proven.' };
  const named = found.map(({ rail, count }) => `${count} at ${railLabel(rail)}`).join(', ');
  return {
    ok: true,
    detail: `These production accounts have no callback key, so Tillgate asks about each of their payments: ${named}.`,
  };
}

/** A system without a reachable API is no fault of the callbacks. */
async function askApi(apiOrigin: string): Promise<Finding> {
  const found = await readReadiness(`${apiOrigin}/readyz`);
  if (!found) return { ok: true, detail: `The API at ${apiOrigin} did not tell about its spool.` };
  if (found.lacksProxies) {
    return {
      ok: false,
      detail:
        'Set TRUSTED_PROXIES of the API to your proxy. Its PUBLIC_BASE_URL is https, so every callback of production seems to come from there, and is refused.',
    };
  }
  const { waiting, aside } = found.spooled;
  if (aside > 0) {
    return {
      ok: false,
      detail: `${aside} callbacks were set aside in DATA_DIR/spool: look at them (*.aside) and at the API's log.`,
    };
  }
  if (waiting > 0) return { ok: false, detail: `${waiting} callbacks wait in the API's spool. Look at its log.` };
  return { ok: true, detail: "No callback waits in the API's spool." };
}

async function readReadiness(url: string): Promise<z.output<typeof readinessSchema> | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(probeTimeoutMs) });
    const read = readinessSchema.safeParse(await response.json());
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
