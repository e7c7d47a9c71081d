import type { Database } from '@tillgate/db';
import type { Clock } from '@tillgate/domain';
import type { Reach } from '@tillgate/domain/reading/reach';
import type { Exporter } from './exporter.ts';

/** What every resolver starts from. Only `exporter` can write. */
export type GraphqlContext = {
  requestId: string;
  db: Database;
  clock: Clock;
  /** Everything that the caller may read. */
  reach: Reach;
  /** The values that many rows of one request ask for at once: see `rows.ts`. */
  batches: WeakMap<object, unknown>;
  /** A token that could ask for a whole number would find the digits that are masked. */
  mayFindByPhone: boolean;
  /** For exports; only people in a session have it. */
  exporter: Exporter | undefined;
};
