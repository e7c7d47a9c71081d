import type { Database } from '@tillgate/db';
import { z } from 'zod';
import { type Part, reasonOf } from './part.ts';

const probeTimeoutMs = 3_000;

const readinessSchema = z.object({ spooled: z.object({ waiting: z.int(), aside: z.int() }) });

/** Examines who may post callbacks of production, and whether callbacks wait in the API's spool. */
export async function examineCallbacks(db: Database, apiOrigin: string): Promise<Part> {
  try {
    const [access, spool] = await Promise.all([readAccess(db), askSpool(apiOrigin)]);
    return { part: 'callbacks', ok: access.ok && spool.ok, detail: `${access.detail} ${spool.detail}` };
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

/** A system without a reachable API is no fault of the callbacks. */
async function askSpool(apiOrigin: string): Promise<Finding> {
  const found = await readSpool(`${apiOrigin}/readyz`);
  if (!found) return { ok: true, detail: `The API at ${apiOrigin} did not tell about its spool.` };
  const { waiting, aside } = found;
  if (aside > 0) {
    return {
      ok: false,
      detail: `${aside} callbacks were set aside in DATA_DIR/spool: look at them (*.aside) and at the API's log.`,
    };
  }
  if (waiting > 0) return { ok: false, detail: `${waiting} callbacks wait in the API's spool. Look at its log.` };
  return { ok: true, detail: "No callback waits in the API's spool." };
}

async function readSpool(url: string): Promise<{ waiting: number; aside: number } | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(probeTimeoutMs) });
    const read = readinessSchema.safeParse(await response.json());
    return read.success ? read.data.spooled : undefined;
  } catch {
    return undefined;
  }
}
