import { z } from 'zod';

/** Most concurrent attempts of an endpoint: it has this many lanes in the database. */
export const concurrencyMax = 16;

/** A secret that signs until `expiresAt`, when the newest one takes over. */
export type RetiredSecret = { sealed: string; expiresAt: Date };

const storedSecrets = z.array(
  z.object({ sealed: z.string(), expiresAt: z.iso.datetime().transform((text) => new Date(text)) }),
);

/**
 * The replaced secrets that still sign, the newest first, parsed from their column. The last one is the current secret,
 * which signs our own header.
 */
export function liveSecrets(retiredSecrets: unknown, now: Date): RetiredSecret[] {
  return storedSecrets.parse(retiredSecrets).filter(({ expiresAt }) => expiresAt > now);
}

/** When the newest secret will sign alone; null when it already does. */
export function switchTime(live: RetiredSecret[]): Date | null {
  return live.length === 0 ? null : new Date(Math.max(...live.map(({ expiresAt }) => expiresAt.getTime())));
}

/** Replaced secrets as the column stores them. */
export function storedForm(secrets: RetiredSecret[]): { sealed: string; expiresAt: string }[] {
  return secrets.map(({ sealed, expiresAt }) => ({ sealed, expiresAt: expiresAt.toISOString() }));
}

/** `half_open`: one attempt may probe whether the endpoint works again. */
export type Circuit = { state: 'closed' } | { state: 'half_open' } | { state: 'open'; openUntil: Date };

export function circuitOf(circuitOpenUntil: Date | null, now: Date): Circuit {
  if (circuitOpenUntil === null) return { state: 'closed' };
  return circuitOpenUntil > now ? { state: 'open', openUntil: circuitOpenUntil } : { state: 'half_open' };
}
