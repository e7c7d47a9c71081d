import { setBounded } from '../bounded-map.ts';
import { isoOrNull } from '../iso-time.ts';
import { originatorIdsMax, promptsMax } from '../limits.ts';
import type { Delivery } from '../post-callback.ts';
import type { CollectionFields } from './collection-fields.ts';
import type { AirtelResult } from './results.ts';
import type { CollectionScenario } from './scenario.ts';

/** The end of a collection. `receipt` is the rail's `airtel_money_id`, null unless it was paid. */
export type CollectionOutcome = AirtelResult & { receipt: string | null };

type NoticeAttempt = Delivery & { statusCode: 'TS' | 'TF' };

/** A collection that the rail took: one prompt on a handset. Times are epoch milliseconds. */
export type Collection = CollectionFields & {
  clientId: string;
  /** The number with the country code, as other rails write it. */
  phone: string;
  scenario: CollectionScenario;
  createdAtMs: number;
  answeredAtMs: number | null;
  answeredBy: 'auto' | 'admin' | null;
  outcome: CollectionOutcome | null;
  notices: NoticeAttempt[];
  enquiries: number;
  /** How often the same id was sent again and refused. */
  repeats: number;
};

export type CollectionLog = {
  add(collection: Collection): void;
  /** True for an id that the client used, even when its collection is no longer kept. */
  hasUsed(clientId: string, id: string): boolean;
  find(clientId: string, id: string): Collection | undefined;
  /** Newest first. */
  list(): Collection[];
  clear(): void;
};

const keyOf = (clientId: string, id: string): string => `${id} ${clientId}`;

/** Keeps `max` collections. It remembers their ids longer, so that repeats are refused. */
export const createCollectionLog = (max: number = promptsMax): CollectionLog => {
  const collections = new Map<string, Collection>();
  const usedIds = new Map<string, true>();
  return {
    add(collection) {
      const key = keyOf(collection.clientId, collection.id);
      setBounded(collections, max, key, collection);
      setBounded(usedIds, originatorIdsMax, key, true);
    },
    hasUsed: (clientId, id) => usedIds.has(keyOf(clientId, id)),
    find: (clientId, id) => collections.get(keyOf(clientId, id)),
    list: () => [...collections.values()].reverse(),
    clear() {
      collections.clear();
      usedIds.clear();
    },
  };
};

/**
 * A collection as the admin API shows it: the truth, whatever the rail told. `amountMoved` is whole KES, 0 unless it was
 * paid.
 */
export const renderCollection = (collection: Collection) => ({
  id: collection.id,
  clientId: collection.clientId,
  phone: collection.phone,
  amount: collection.amount,
  reference: collection.reference,
  scenario: collection.scenario.slug,
  state: collection.outcome === null ? 'waiting' : 'answered',
  outcome: collection.outcome && {
    letters: collection.outcome.letters,
    code: collection.outcome.code,
    message: collection.outcome.message,
    receipt: collection.outcome.receipt,
  },
  amountMoved: collection.outcome?.receipt ? collection.amount : 0,
  answeredBy: collection.answeredBy,
  createdAt: isoOrNull(collection.createdAtMs),
  answeredAt: isoOrNull(collection.answeredAtMs),
  notices: collection.notices,
  enquiries: collection.enquiries,
  repeats: collection.repeats,
});

export type CollectionView = ReturnType<typeof renderCollection>;
