import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

export type Verdict = { ok: true } | { ok: false; reason: string };

/**
 * Verifies a webhook as a receiver must. Follows the documentation and shares no code with the signer.
 * `header` is x-webhook-signature.
 */
export function verifySignature(
  rawBody: Buffer,
  header: string | undefined,
  secret: string,
  nowSeconds = Date.now() / 1000,
): Verdict {
  const parts = (header ?? '').split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')?.[1];
  if (t === undefined || !/^\d{1,12}$/.test(t)) return { ok: false, reason: 'it has no signature' };
  const expected = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();
  const matches = parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!matches) return { ok: false, reason: 'its signature does not match its body' };
  const ageSeconds = Math.round(nowSeconds - Number(t));
  if (Math.abs(ageSeconds) <= toleranceSeconds) return { ok: true };
  const side = ageSeconds > 0 ? 'ago' : 'ahead of this clock';
  return { ok: false, reason: `it was signed ${Math.abs(ageSeconds)} s ${side}: is the clock of this machine right?` };
}
