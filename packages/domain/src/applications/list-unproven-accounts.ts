import type { Queryable } from '@tillgate/db';
import type { RailName } from '../rails/index.ts';
import { accountRules } from './rails/index.ts';
import { countWithoutSecrets } from './statements.ts';

/** By network, how many production accounts get notices that nothing can prove. */
export function listUnprovenAccounts(db: Queryable): Promise<{ rail: RailName; count: number }[]> {
  const rules = Object.entries(accountRules);
  return countWithoutSecrets(
    db,
    Object.fromEntries(rules.map(([rail, { purposes }]) => [rail, purposes.notices ?? []])),
  );
}
