import type { Tenant } from '../kernel/context.ts';

/** One API request as it is stored: no secret, no phone number. */
export type LoggedRequest = Tenant & {
  /** The response's X-Request-Id. */
  id: string;
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
  /** The payment, disbursement or inquiry that the response names. */
  resourceId: string | null;
  remoteIp: string | null;
  userAgent: string | null;
  createdAt: Date;
  /** From {@link keptBody}; null while the application has no bodies kept, and where there is none. */
  requestBody: string | null;
  responseBody: string | null;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const textLengthMax = 500;
/** API keys and signing secrets, whole or cut short. */
const secretLike = /\b(mp_(?:test|live)_|whsec_)[0-9A-Za-z+/=]*/g;
/** What proves something to somebody else: tokens, keys of other services, headers of a sign-in. */
const foreignSecrets = [
  /\b(eyJ)[\w-]{5,}(?:\.[\w-]*){1,4}/g,
  /\b([a-z]{1,5}_(?:live|test|prod)_)(?!…)[\w-]+/g,
  /\b((?:Basic|Bearer) {1,3})(?=[\w+/.~-]{0,80}[\d=])[\w+/.=~-]{6,}/gi,
  /\b()[0-9a-f]{32,}\b/gi,
];
/** Nine or more digits, also with punctuation between them: phone numbers in any form. */
const phoneLike = /\+?\d(?:[ ().-]{0,2}\d){8,}|(?<!\d)(?:254|0)[\W_]{0,3}[17](?:[\W_]{0,3}\d){8}(?!\d)/g;

/**
 * The path of a request: its route's pattern with the ids filled in. Anything else in the place of an id
 * may be a phone number or a secret, so the parameter's name stays.
 */
export function pathOf(pattern: string, parameters: Record<string, unknown>): string {
  return pattern.replace(/:([a-zA-Z]+)/g, (whole, name) => {
    const value = parameters[name];
    return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : whole;
  });
}

/** A text from a caller, or about what a caller sent, made safe to store: no secrets, no phone numbers, cut to a limit. */
export function keptText(text: string): string {
  return foreignSecrets
    .reduce((rest, secret) => rest.replace(secret, '$1…'), withoutSecrets(text))
    .split(/(\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)/i)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(phoneLike, '…')))
    .join('');
}

/** Like {@link keptText}, for names: these keep their digits. */
export function withoutSecrets(text: string): string {
  return text
    .slice(0, textLengthMax)
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(secretLike, (_whole, prefix) => `${prefix}…`);
}

/** The id of the resource that a response is about, from its body or its path; null when there is none. */
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

/** How many of the oldest entries to drop so that `adding` more fit. */
export function overflow(length: number, adding: number, max: number): number {
  return Math.max(0, length + adding - max);
}
