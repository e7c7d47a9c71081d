import { TillgateWebhookError } from '../errors.ts';

/** Where the headers of a request are: `Headers`, or an object as Node.js has it. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** A text to verify, and the signatures that may be those of it. */
type Claim = { at: number; signed: Uint8Array<ArrayBuffer>; signatures: Uint8Array<ArrayBuffer>[]; keyOf: KeyOf };
type KeyOf = (secret: string) => Uint8Array<ArrayBuffer> | undefined;

const prefix = 'whsec_';
const hexDigits = /^[0-9a-f]{64}$/;
const base64Digits = /^[A-Za-z0-9+/]{43}=$/;
const encoder = new TextEncoder();
const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers as Record<string, unknown>).find(([each]) => each.toLowerCase() === name)?.[1];
  return found === undefined || found === null ? undefined : String(found);
}

/** What the header `x-webhook-signature` claims. Undefined when it is malformed. */
function ownClaim(header: string, body: Uint8Array): Claim | undefined {
  const fields = header.split(',').map((field) => field.trim());
  const valuesOf = (name: string) =>
    fields.filter((field) => field.startsWith(`${name}=`)).map((field) => field.slice(name.length + 1));
  const [t = '', ...others] = valuesOf('t');
  if (others.length > 0 || !isTime(t) || valuesOf('v1').length === 0) return undefined;
  return {
    at: Number(t),
    signed: joined(`${t}.`, body),
    signatures: valuesOf('v1')
      .filter((v1) => hexDigits.test(v1))
      .map((v1) => Uint8Array.from(v1.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))),
    keyOf: (secret) => encoder.encode(secret),
  };
}

/** What the headers of Standard Webhooks claim. Undefined when they are missing or malformed. */
function standardClaim(headers: WebhookHeaders, body: Uint8Array): Claim | undefined {
  const [id, t = '', header = ''] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !isTime(t)) return undefined;
  return {
    at: Number(t),
    signed: joined(`${id}.${t}.`, body),
    signatures: header
      .split(' ')
      .filter((each) => each.startsWith('v1,') && base64Digits.test(each.slice('v1,'.length)))
      .map((each) => decoded(each.slice('v1,'.length))),
    keyOf: (secret) => {
      const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
      return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0 ? decoded(encoded) : undefined;
    },
  };
}

const isTime = (t: string) => /^[0-9]{1,12}$/.test(t);
const decoded = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function joined(before: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = encoder.encode(before);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
}

/**
 * The claims of a request that are fresh.
 * @throws TillgateWebhookError when there is none
 */
function freshClaims(headers: WebhookHeaders, body: Uint8Array, now: number, toleranceSeconds: number): Claim[] {
  const own = headerOf(headers, 'x-webhook-signature');
  const isSigned = own !== undefined || headerOf(headers, 'webhook-signature') !== undefined;
  if (!isSigned) throw new TillgateWebhookError('no_signature', 'The request has no header x-webhook-signature.');
  const all = [own === undefined ? undefined : ownClaim(own, body), standardClaim(headers, body)];
  const claims = all.filter((claim) => claim !== undefined);
  const [first] = claims;
  if (!first) {
    const message = 'The header x-webhook-signature is not of the form t=<unix seconds>,v1=<64 hex digits>.';
    throw new TillgateWebhookError('malformed_signature', message);
  }
  const fresh = claims.filter(({ at }) => Math.abs(now - at) <= toleranceSeconds);
  if (fresh.length === 0) {
    const seconds = Math.round(Math.abs(now - first.at));
    const when = first.at < now ? `${seconds} s ago` : `${seconds} s in the future`;
    const message = `The webhook was signed ${when}; ${toleranceSeconds} s are allowed. Is the clock of this server right?`;
    throw new TillgateWebhookError('outside_tolerance', message);
  }
  return fresh;
}

/** Whether one of the secrets made one of the signatures. The runtime compares in constant time. */
async function isSignedBy(secrets: readonly string[], claims: Claim[]): Promise<boolean> {
  for (const { signed, signatures, keyOf } of claims) {
    for (const secret of secrets) {
      const bytes = keyOf(secret);
      if (!bytes?.length) continue;
      const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
      for (const signature of signatures)
        if (await crypto.subtle.verify(algorithm, key, signature, signed)) return true;
    }
  }
  return false;
}

export type Signed = {
  body: Uint8Array;
  headers: WebhookHeaders;
  secrets: readonly string[];
  /** In unix seconds. */
  now: number;
  toleranceSeconds: number;
};

/** @throws TillgateWebhookError unless one of the secrets has signed the body, not long ago */
export async function requireSignature({ body, headers, secrets, now, toleranceSeconds }: Signed): Promise<void> {
  if (await isSignedBy(secrets, freshClaims(headers, body, now, toleranceSeconds))) return;
  const compact = compacted(body);
  if (compact && (await isSignedBy(secrets, freshClaims(headers, compact, now, toleranceSeconds)))) {
    const message = 'The body was parsed and encoded again before it was verified. Pass the bytes as they arrived.';
    throw new TillgateWebhookError('body_not_raw', message);
  }
  const bytes = bytesInBase64(body);
  if (bytes && (await isSignedBy(secrets, freshClaims(headers, bytes, now, toleranceSeconds)))) {
    const message = 'The body is still in base64 (isBase64Encoded). Decode it, and pass the bytes.';
    throw new TillgateWebhookError('body_not_raw', message);
  }
  const message = 'No secret matches the signature: the secret is another one, or the body is not what was sent.';
  throw new TillgateWebhookError('no_match', message);
}

/** What a function platform has put into base64. Undefined when that is not what it is. */
function bytesInBase64(body: Uint8Array): Uint8Array | undefined {
  const text = new TextDecoder().decode(body).trim();
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 ? decoded(text) : undefined;
}

/** The JSON as Tillgate writes it, to tell a body that was encoded again. Undefined when that is what it is. */
function compacted(body: Uint8Array): Uint8Array | undefined {
  try {
    const bytes = encoder.encode(JSON.stringify(JSON.parse(new TextDecoder().decode(body))));
    return bytes.length === body.length ? undefined : bytes;
  } catch {
    return undefined;
  }
}
