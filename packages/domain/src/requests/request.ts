import type { Environment } from '@tillgate/db';

/** Requests are kept so long. */
export const retentionDays = 30;

/** One call of the API, as it is kept: no body, no secret, no phone number. */
export type LoggedRequest = {
  /** As the answer's X-Request-Id. */
  id: string;
  applicationId: string;
  environment: Environment;
  keyId: string;
  method: string;
  /** Below /functions/v1, without the query string. */
  path: string;
  statusCode: number;
  errorCode: string | null;
  errorDetail: string | null;
  durationMs: number;
  idempotencyKey: string | null;
  replayed: boolean;
  /** The payment, disbursement or inquiry that the answer named. */
  resourceId: string | null;
  remoteIp: string | null;
  userAgent: string | null;
  createdAt: Date;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const textLengthMax = 500;
/** API keys and signing secrets, whole or cut short. */
const secretLike = /\b(mp_(?:test|live)_|whsec_)[0-9A-Za-z+/=]*/g;
/** Nine digits or more in a row, also with the signs that people put between them: phone numbers in every form. */
const phoneLike = /\+?\d(?:[ ().-]{0,2}\d){8,}/g;

/**
 * The address of a request from its route's pattern, with ids filled in: whatever else stands in the place of an id may be a phone
 * number or a secret, and is left out.
 */
export function pathOf(pattern: string, parameters: Record<string, unknown>): string {
  return pattern.replace(/:([a-zA-Z]+)/g, (whole, name) => {
    const value = parameters[name];
    return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : whole;
  });
}

/** A text that callers sent or that speaks of what they sent, fit to be kept: without secrets and phone numbers, of bounded length. */
export function keptText(text: string): string {
  return withoutSecrets(text)
    .split(/(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)/i)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(phoneLike, '…')))
    .join('');
}

/** As {@link keptText}, for texts that are names: digits in a row are part of them. */
export function withoutSecrets(text: string): string {
  return text
    .slice(0, textLengthMax)
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(secretLike, (_whole, prefix) => `${prefix}…`);
}

/** The id of what an answer is about, from its body or from the address; null when it names nothing. */
export function resourceOf(answer: unknown, parameters: Record<string, unknown>, statusCode: number): string | null {
  const named = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  const candidates = [
    named.paymentId,
    named.disbursementId,
    named.queryId,
    statusCode < 400 ? parameters.id : undefined,
  ];
  const id = candidates.find((candidate) => typeof candidate === 'string' && uuid.test(candidate));
  return typeof id === 'string' ? id.toLowerCase() : null;
}

/** How many of the oldest must go for `adding` more to fit. */
export function overflow(length: number, adding: number, max: number): number {
  return Math.max(0, length + adding - max);
}
