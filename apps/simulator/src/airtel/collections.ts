import { isoOrNull } from '../iso-time.ts';
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
  /** The receipts of its refunds. Each gave the whole amount back. */
  refunds: string[];
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
  refunds: collection.refunds,
});

export type CollectionView = ReturnType<typeof renderCollection>;
