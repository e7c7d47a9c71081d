import { createHmac, randomBytes } from 'node:crypto';

export const secretPrefix = 'whsec_';
const secretBytes = 32;
const userAgent = 'Tillgate/1 (webhooks)';
/** The next secret and those that it replaces when a rotation ends. */
const secretsMax = 10;

/** A new signing secret: `whsec_` and 32 random bytes in standard base64. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64');
}

type Signable = {
  /** The delivery, the same over all attempts. */
  id: string;
  /** The time of this attempt, because verifiers refuse old timestamps. */
  at: Date;
  rawBody: string;
  /** As given to the merchant, `whsec_` included; the newest first. */
  secrets: string[];
};

/** Every header of one POST: its type, its id and its signatures. */
export function deliveryHeaders(delivery: Signable & { eventType: string; test: boolean }): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'x-webhook-event': delivery.eventType,
    'x-webhook-id': delivery.id,
    ...(delivery.test && { 'x-webhook-test': 'true' }),
    ...signatureHeaders(delivery),
  };
}

/**
 * All signature headers of one attempt: ours (spec 6.3) and those of Standard Webhooks. During a rotation, only the
 * standard header has a signature of each secret. Verifiers of ours read one `v1`, which is the current (oldest)
 * secret's.
 */
export function signatureHeaders(signable: Signable): Record<string, string> {
  const { id, at, rawBody, secrets } = signable;
  const current = secrets.at(-1);
  if (current === undefined || secrets.length > secretsMax)
    throw new Error(`cannot sign with ${secrets.length} secrets`);
  const timestamp = Math.floor(at.getTime() / 1000);
  return {
    'x-webhook-signature': `t=${timestamp},v1=${sign(current, timestamp, rawBody)}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${signStandard(secret, id, timestamp, rawBody)}`).join(' '),
  };
}

/**
 * Keyed by the secret as text, prefix included, so that `openssl dgst -sha256 -hmac "$SECRET"`
 * verifies it.
 */
function sign(secret: string, timestamp: number, rawBody: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
}

/** Keyed by the bytes after the prefix, as Standard Webhooks requires. */
function signStandard(secret: string, id: string, timestamp: number, rawBody: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${rawBody}`).digest('base64');
}
