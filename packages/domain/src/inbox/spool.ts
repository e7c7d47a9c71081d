import type { CallbackKind } from '@tillgate/db';
import { DomainError } from '../kernel/errors.ts';
import { inboxRefusals } from './refusals.ts';

/**
 * The spool keeps callbacks on disk while the database is unavailable. The hook acknowledges a callback
 * once it is in the spool. When the database is back, the callbacks go to the inbox in the order in
 * which they arrived.
 */

/** A callback as it arrived at a hook. */
export type PostedCallback = {
  /** UUIDv7, made on arrival: its order is the order of arrival. The inbox row gets the same id. */
  id: string;
  kind: CallbackKind;
  /** The last part of the hook's path. */
  token: string;
  body: Buffer;
  remoteIp: string;
  receivedAt: Date;
};

/** The spool of a process, as far as the domain knows it. */
export type CallbackSpool = {
  /** Callbacks in the spool, also those that are being written. */
  count(): number;
  /**
   * Writes a callback. Resolves when a crash of the machine can no longer lose it.
   * @throws DomainError unavailable when the spool is full or cannot be written
   */
  keep(callback: PostedCallback): Promise<void>;
  /** The callback that arrived first, or undefined when the spool is empty. */
  oldest(): Promise<PostedCallback | undefined>;
  remove(id: string): Promise<void>;
  /** Removes a callback that cannot be stored from the queue, and keeps it for people. */
  setAside(id: string): Promise<void>;
};

/** The limits of the spool. Constant callbacks fill it in hours, not in minutes. */
export const spoolCountMax = 50_000;
export const spoolBytesMax = 200_000_000;
/**
 * The share of the spool for addresses that are not the provider's. While the database is unavailable, sandbox hooks look
 * like noise, and noise must not take the space of money.
 */
const strangersPart = 0.25;
/** A callback that fails this often while the database is up is set aside. */
export const spoolTriesMax = 20;

/** Returns whether the spool has room for one more callback. `used` includes that callback. */
export function hasRoom(used: { count: number; bytes: number }, isProviderAddress: boolean): boolean {
  const part = isProviderAddress ? 1 : strangersPart;
  return used.count <= spoolCountMax * part && used.bytes <= spoolBytesMax * part;
}

/**
 * Decides about the oldest callback of the spool after an attempt to store it.
 *
 * `next`: it leaves the spool. `wait`: the database is unavailable or failed, so it stays first.
 */
export function afterAttempt(
  outcome: 'stored' | 'unknown' | 'refused' | 'outage' | 'error',
  tries: number,
): 'next' | 'wait' | 'set_aside' {
  if (outcome === 'outage') return 'wait';
  if (outcome === 'error') return tries >= spoolTriesMax ? 'set_aside' : 'wait';
  return 'next';
}

/** For processes without a disk: callbacks are refused while the database is unavailable. */
export const noSpool: CallbackSpool = {
  count: () => 0,
  keep: async () => {
    throw new DomainError('unavailable', inboxRefusals.callbackNotStored);
  },
  oldest: async () => undefined,
  remove: async () => {},
  setAside: async () => {},
};
