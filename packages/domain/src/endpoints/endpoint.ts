import { z } from 'zod';

/**
 * Attempts that an endpoint may have under way at once, at most: the database gives it so many
 * lanes.
 */
export const concurrencyMax = 16;

/** A secret that was replaced and signs until `expiresAt`. */
export type RetiredSecret = { sealed: string; expiresAt: Date };

const storedSecrets = z.array(
  z.object({ sealed: z.string(), expiresAt: z.iso.datetime().transform((text) => new Date(text)) }),
);

/** The replaced secrets that still sign, the newest first, from the column that keeps them. */
export function liveSecrets(retiredSecrets: unknown, now: Date): RetiredSecret[] {
  return storedSecrets.parse(retiredSecrets).filter(({ expiresAt }) => expiresAt > now);
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
