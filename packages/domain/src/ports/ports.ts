import type { Environment } from '@tillgate/db';
import type { Named } from '../kernel/refusals.ts';

export type * from './provider.ts';

/** The clock, so that tests can move it. */
export type Clock = { now(): Date };

/**
 * Where a sealed text is stored. `row` holds what names the row and its owner, such as ids, as the
 * database shows them.
 */
export type Place = { table: string; column: string; row: readonly [string, ...string[]] };
/** Seals a secret for one place. Only the private key can open it. Returns `v2.<key id>.<base64url>`. */
export type Seal = (plaintext: string, place: Place) => string;
/** Opens what {@link Seal} made. Throws when the text is damaged, or sealed for another key or place. */
export type Open = (sealed: string, place: Place) => string;

/** Structured log: fields first, then a sentence. Never a secret, a phone number or a receipt in the sentence. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/**
 * Where the provider's access tokens are kept, shared by all processes: each new token invalidates the one before it.
 * `id` is an opaque cache key made by the adapter.
 */
export type TokenStore = {
  /** The current token, or undefined when there is none. `expiresAt` may be past. */
  read(id: string): Promise<{ token: string; expiresAt: Date } | undefined>;
  /**
   * Takes the lease on fetching a new token. Returns the lease, or undefined when another process holds
   * it or the stored token is no longer `replacing` (undefined there = there was none).
   */
  lease(id: string, replacing: string | undefined, leaseMs: number): Promise<string | undefined>;
  /** Stores the new token and ends the lease; a lapsed lease stores nothing. */
  store(id: string, lease: string, token: string, expiresAt: Date): Promise<void>;
  /** Gives the lease back without a token. */
  release(id: string, lease: string): Promise<void>;
};

/**
 * One outbound POST to a merchant's URL, guarded against private addresses. The status line and the headers decide the
 * answer, even if the body fails. Never throws: failures are answers.
 */
export type Courier = (request: {
  url: string;
  /** The endpoint's: private hosts that the operator allows are allowed for the sandbox only. */
  environment: Environment;
  headers: Record<string, string>;
  body: string;
}) => Promise<CourierAnswer>;

export type CourierAnswer =
  | {
      kind: 'answered';
      statusCode: number;
      /** Raw Retry-After header. */
      retryAfter: string | null;
      /** Of the answer, lower-case names, redacted and bounded: fit to be stored and shown. */
      headers: Record<string, string>;
      /** The first part of the body, at most 16 kB, as text. */
      body: string;
      /** The IP address that was connected to. */
      address: string | null;
      durationMs: number;
    }
  | {
      kind: 'no_answer';
      reason: string;
      /** Null when nothing was connected to. */
      address: string | null;
      durationMs: number;
    };

/** Checks the URL that an endpoint of an environment is to get. Returns why it is refused, or undefined. */
export type JudgeWebhookUrl = (url: string, environment: Environment) => Named | undefined;

/** Counts one use against a limit, or several. `refund` takes one back. */
export type RateLimiter = {
  consume(key: string, uses?: number): Promise<RateVerdict>;
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

/**
 * Sends one email. `id` is the same in all attempts, so that a repeated email can be distinguished from two emails. Never
 * throws: it returns failures.
 */
export type Mailer = (mail: {
  id: string;
  to: string;
  subject: string;
  text: string;
  attachment?: Attachment;
}) => Promise<MailerAnswer>;

/** A file that goes with an email. */
export type Attachment = {
  /** Of the file, without a path. */
  name: string;
  contentType: string;
  bytes: Uint8Array;
};

export type MailerAnswer =
  | {
      kind: 'sent';
      /** It was brought nowhere: its row is where people read it, in development. */
      shownOnly?: true;
    }
  | {
      kind: 'failed';
      /** The email itself was refused: another attempt would be, too. */
      permanent: boolean;
      /** One sentence, fit to be stored. */
      reason: string;
    };

/** How to reach a bucket, with the keys that may write to it. */
export type BucketAccess = {
  environment: Environment;
  /** https://host; null is Amazon's own for the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** The bucket is in the path of addresses, and not in the name of the host. */
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
};

/** A file for a bucket. */
export type StoredObject = {
  key: string;
  /** What a browser calls the file when it saves it. */
  fileName: string;
  contentType: string;
  bytes: number;
  /** SHA-256 of the file, hex. */
  sha256: string;
  /** The file in order, a part at a time. */
  parts(): AsyncIterable<Buffer>;
};

/**
 * Puts one file into a bucket, whole or not at all, and replaces one of the same name. It is guarded against private
 * addresses like {@link Courier}. Never throws: it returns failures.
 */
export type ObjectStore = (access: BucketAccess, file: StoredObject) => Promise<ObjectStoreAnswer>;

export type ObjectStoreAnswer =
  | { kind: 'stored' }
  | {
      kind: 'failed';
      /** One sentence, fit to be stored and shown, without what the server said. */
      reason: string;
    };

/** Where the operator keeps what retention removes. Never throws, like {@link ObjectStore}. */
export type Archive = (file: StoredObject) => Promise<ObjectStoreAnswer>;

/** Without an archive, removed data is lost. */
export type WithArchive = { archive?: Archive | undefined };

/** The code of a request that waited too long, so that the provider's adapter did not send it. */
export type TooLateCode = 'too_late';
