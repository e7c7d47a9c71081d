import type { Tenant } from '../kernel/context.ts';
import type { Endpoint } from './run-idempotent.ts';

/** A key that a request is about to use. */
export type NotedKey = Tenant & { endpoint: Endpoint; key: string; fingerprint: string; at: Date };

/**
 * Notes used keys where a restore of the database does not reach, so that they can be read back.
 */
export type KeyJournal = {
  /** Notes a key before anything is sent under it. */
  note(used: NotedKey): void;
  /**
   * Refuses a key that the database does not know, while keys that it forgot are not read back.
   * @throws DomainError unavailable
   */
  demandComplete(): Promise<void>;
};
