import type { Database } from '@tillgate/db';
import { countSealed, privateKeyIds, type SealedCount } from '@tillgate/domain/sealing';
import { type Env, sealKeyId } from '../env.ts';
import { type Part, reasonOf } from './part.ts';

/** Access tokens are renewed, so old keys of them are not needed. */
const renewed = 'provider_tokens';

/**
 * Checks the seal keys, and which secrets are sealed for which key. Shows only key ids.
 * @param db undefined when the database is not available
 */
export async function examineKeys(env: Env, db: Database | undefined): Promise<Part> {
  const keyId = sealKeyId(env.SEAL_PUBLIC_KEY);
  let counts: SealedCount[] = [];
  try {
    if (db) counts = await countSealed({ db, clock: { now: () => new Date() } });
  } catch (error) {
    return { part: 'keys', ok: false, detail: `The sealed secrets could not be counted: ${reasonOf(error)}` };
  }
  const older = olderText(counts, keyId);
  if (!env.SEAL_PRIVATE_KEY) {
    const detail = `Public key ${keyId} is valid. SEAL_PRIVATE_KEY is not set here, so the pair was not tested.`;
    return { part: 'keys', ok: true, detail: `${detail}${older}` };
  }
  try {
    const ids = await privateKeyIds(env.SEAL_PRIVATE_KEY);
    if (!ids.includes(keyId)) throw new Error(`it has no private key for key ${keyId}.`);
    const missing = counts.find((one) => one.by === 'box' && one.table !== renewed && !ids.includes(one.keyId));
    if (missing) {
      const found = `Some secrets in ${missing.table} are sealed for key ${missing.keyId}.`;
      return { part: 'keys', ok: false, detail: `${found} Add its private key to SEAL_PRIVATE_KEY, after a comma.` };
    }
  } catch (error) {
    return { part: 'keys', ok: false, detail: `SEAL_PRIVATE_KEY does not match SEAL_PUBLIC_KEY: ${reasonOf(error)}` };
  }
  return { part: 'keys', ok: true, detail: `Key pair ${keyId} matches and opens the stored secrets.${older}` };
}

/** How many secrets must be sealed again; empty without any. */
function olderText(counts: SealedCount[], keyId: string): string {
  const boxes = counts.filter(({ by }) => by === 'box');
  const old = sum(boxes.filter((one) => one.keyId !== keyId));
  const unbound = sum(boxes.filter((one) => one.keyId === keyId && !one.isBound));
  const former = sum(counts.filter((one) => one.by === 'vault' && !one.isBound));
  const parts = [
    ...(old > 0 ? [`${old} secrets are sealed for an older key`] : []),
    ...(unbound > 0 ? [`${unbound} are not bound to their row`] : []),
    ...(former > 0 ? [`${former} authenticator apps are encrypted under NEXTAUTH_SECRET`] : []),
  ];
  return parts.length > 0 ? ` ${parts.join(', ')}: run tillgate keys rotate-seal.` : '';
}

function sum(counts: SealedCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
