import type { Database } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import type { Count } from '../count.ts';
import { countBounded } from '../count-rows.ts';
import type { Span } from '../keyset.ts';
import type { BrowseFilter } from './browse-filter.ts';
import { scanned } from './browse-statements.ts';

/** How many payments meet a filter, counted up to a limit. */
export function countFiltered(db: Pick<Database, 'pool'>, tenant: Tenant | Span, filter: BrowseFilter): Promise<Count> {
  const { createdFrom, createdTo } = filter;
  // A count reads more rows than a page.
  return countBounded(db, scanned(tenant, filter, 0), { since: createdFrom, until: createdTo });
}
