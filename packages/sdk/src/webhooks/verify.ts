import { TillgateWebhookError } from '../errors.ts';
import type { EventByType, ExtraEventByType, ExtraEventType } from '../types.ts';
import { headerOf, requireSignature, type WebhookHeaders } from './signature.ts';

export type { WebhookHeaders } from './signature.ts';

type Verified<ByType> = {
  [Type in keyof ByType]: ByType[Type] & {
    /** The same in every attempt to deliver it. Store it, and do the work once. */
    id: string;
    /** A sample that a person sent to try the endpoint: acknowledge it and do nothing. */
    test: boolean;
  };
}[keyof ByType];

/** A verified webhook, told apart by `type`. */
export type WebhookEvent = Verified<EventByType>;
/** A verified webhook of an extra type, told apart by `type`. Only an endpoint that names the type gets it. */
export type ExtraWebhookEvent = Verified<ExtraEventByType>;

const extraTypes: Record<ExtraEventType, true> = { 'link.paid': true, 'link.ended': true, 'batch.ended': true };

/** Whether an event is of an extra type. */
export function isExtraEvent(event: { type: string }): boolean {
  return Object.hasOwn(extraTypes, event.type);
}

export type VerifyOptions = {
  /** The body byte for byte as it arrived, before any JSON parser. */
  body: string | Uint8Array | ArrayBuffer;
  headers: WebhookHeaders;
  /** `whsec_…`. Several while you replace one: a signature of any of them is accepted. */
  secret: string | readonly string[] | undefined;
  /** How far the time of the signature may be from now, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** In unix seconds. Default: the clock. */
  now?: number;
};

const toleranceSecondsDefault = 300;

/**
 * Verifies that Tillgate has sent a webhook, and returns its event. Ignore a `type` that you do not know. If your
 * endpoint names extra types, name them here too: `verifyWebhook<'link.paid'>(…)`.
 * @throws TillgateWebhookError whose `code` says what is wrong: respond with 400
 */
export async function verifyWebhook(options: VerifyOptions): Promise<WebhookEvent>;
export async function verifyWebhook<Extra extends ExtraEventType>(
  options: VerifyOptions,
): Promise<WebhookEvent | Extract<ExtraWebhookEvent, { type: Extra }>>;
export async function verifyWebhook(options: VerifyOptions): Promise<WebhookEvent> {
  const body = await verifiedBody(options);
  const event = eventIn(body);
  if (!event) throw new TillgateWebhookError('not_an_event', 'The body is signed, but it is no event of Tillgate.');
  const id = headerOf(options.headers, 'x-webhook-id') ?? headerOf(options.headers, 'webhook-id') ?? '';
  return { ...event, id, test: (event.data as { test?: unknown }).test === true } as WebhookEvent;
}

/**
 * Verifies the signature alone.
 * @throws TillgateWebhookError
 */
export async function verifySignature(options: VerifyOptions): Promise<void> {
  await verifiedBody(options);
}

async function verifiedBody(options: VerifyOptions): Promise<Uint8Array> {
  const { headers, secret, toleranceSeconds = toleranceSecondsDefault, now = Date.now() / 1000 } = options;
  // JavaScript passes anything, such as a variable that is not set.
  const given: unknown[] = Array.isArray(secret) ? secret : [secret];
  const secrets = given.filter((each): each is string => typeof each === 'string' && each !== '');
  if (secrets.length === 0) throw new TillgateWebhookError('no_secret', 'There is no secret to verify webhooks with.');
  const body = bytesOf(options.body);
  await requireSignature({ body, headers, secrets, now, toleranceSeconds });
  return body;
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not instanceof: it may be of another realm.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  const message =
    'The body must be the raw text or bytes of the request. It seems that a JSON parser has read it before.';
  throw new TillgateWebhookError('body_not_raw', message);
}

function eventIn(body: Uint8Array): { type: string; created: number; data: object } | undefined {
  try {
    const event = JSON.parse(new TextDecoder().decode(body));
    const isEvent = typeof event?.type === 'string' && typeof event.data === 'object' && event.data !== null;
    return isEvent ? event : undefined;
  } catch {
    return undefined;
  }
}
