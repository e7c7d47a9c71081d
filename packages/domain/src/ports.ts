import type { Environment, Product } from '@tillgate/db';

/** The clock, so that tests can move it. */
export type Clock = { now(): Date };

/** Seals a secret for storage; anybody may seal, only holders of the private key can open. Answers `v1.<key id>.<base64>`. */
export type Seal = (plaintext: string) => string;
/** Opens what {@link Seal} made. Throws when the text is damaged or sealed for another key. */
export type Open = (sealed: string) => string;

/** Structured log: fields first, then a sentence. Never a secret, a phone number or a receipt in the sentence. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** What the outside must be told about an application to act in its name. Plaintext secrets: never stored, never logged. */
export type ProviderAccount = {
  environment: Environment;
  product: Product;
  /** Paybill number, or store number of a till. */
  shortcode: string;
  /** Till number; null on a paybill. */
  tillNumber: string | null;
  consumerKey: string;
  consumerSecret: string;
  passkey: string;
};

/**
 * What a call that may move money came to.
 * `rejected`: certain that nothing was done. `unknown`: money may have moved (timeout, cut connection, 5xx, unreadable).
 */
export type ProviderAnswer<Accepted> =
  | ({ kind: 'accepted' } & Accepted)
  | {
      kind: 'rejected';
      /** `provider`: it answered no. `unreachable`: it was never asked (no token, no connection). */
      by: 'provider' | 'unreachable';
      /** The provider's code as text, e.g. `400.002.02`; for `unreachable` a word of ours. */
      code: string;
      description: string;
    }
  | { kind: 'unknown'; cause: string };

export type PromptRequest = {
  /** Whole KES. */
  amount: number;
  /** 254XXXXXXXXX. */
  phone: string;
  /** 1 to 12 characters, shown to the payer on a paybill. */
  accountRef: string;
  /** Any length; the provider gets as much as it takes. */
  description: string;
  callbackUrl: string;
};

export type PromptIds = { merchantRequestId: string; checkoutRequestId: string };

/** What a live query of a prompt says. `pending` and `no_answer` never settle anything. */
export type PromptState =
  | { kind: 'final'; resultCode: string; resultDesc: string }
  | { kind: 'pending'; resultCode: string; resultDesc: string }
  | { kind: 'no_answer'; cause: string };

/** An STK callback, read. `paid` is present on success only. */
export type PromptResult = {
  merchantRequestId: string | null;
  checkoutRequestId: string;
  /** Text: may be alphanumeric. */
  resultCode: string;
  resultDesc: string;
  paid: {
    /** KES as exact decimal text, e.g. `250` or `250.50`; null when the callback had none. */
    amount: string | null;
    receipt: string | null;
    /** Digits as sent. */
    phone: string | null;
  } | null;
};

/** Either the reading, or one sentence about why the body cannot be read. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

/** The provider's HTTP API. Adapters never throw for network or provider failures: those are answers. */
export type Provider = {
  /** Sends a prompt to a handset (STK push). Ends within the provider timeout, token included. */
  pushPrompt(account: ProviderAccount, request: PromptRequest): Promise<ProviderAnswer<PromptIds>>;
  /** Asks for the state of a prompt (STK query). */
  queryPrompt(account: ProviderAccount, checkoutRequestId: string): Promise<PromptState>;
  /** Reads the raw body of an STK callback. Pure. */
  parsePromptCallback(body: Uint8Array): Parsed<PromptResult>;
};

/**
 * Where the provider's access tokens are kept, shared by all processes: each new token invalidates the one before it.
 * `id` is an opaque cache key made by the adapter.
 */
export type TokenStore = {
  /** The current token, or undefined when there is none. `expiresAt` may be past. */
  read(id: string): Promise<{ token: string; expiresAt: Date } | undefined>;
  /**
   * Tries to become the one that fetches a new token. Answers a lease to hand back, or undefined when somebody else holds
   * it or the stored token is no longer `replacing` (undefined there = there was none).
   */
  lease(id: string, replacing: string | undefined, leaseMs: number): Promise<string | undefined>;
  /** Stores the new token and ends the lease; a lapsed lease stores nothing. */
  store(id: string, lease: string, token: string, expiresAt: Date): Promise<void>;
  /** Gives the lease back without a token. */
  release(id: string, lease: string): Promise<void>;
};

/** One outbound POST to a merchant's URL, guarded against private addresses. Never throws: failures are answers. */
export type Courier = (request: {
  url: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<CourierAnswer>;

export type CourierAnswer =
  | {
      kind: 'answered';
      statusCode: number;
      /** Raw Retry-After header. */
      retryAfter: string | null;
      /** At most 16 kB, as text. */
      body: string;
      durationMs: number;
    }
  | { kind: 'no_answer'; reason: string; durationMs: number };

/** Judges a URL when an endpoint is made. Answers why it is refused, or undefined. */
export type JudgeWebhookUrl = (url: string) => string | undefined;

/** Counts one use against a limit. `refund` takes it back. */
export type RateLimiter = {
  consume(key: string): Promise<RateVerdict>;
  refund(key: string): Promise<void>;
};
export type RateVerdict = {
  allowed: boolean;
  /** Uses per window. */
  limit: number;
  remaining: number;
  windowSeconds: number;
  /** Whole seconds until uses come back, at least 1 when refused. */
  resetSeconds: number;
};
