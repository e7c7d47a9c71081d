import { type Sql, sql } from '@tillgate/db';
import { eventTypes } from './event.ts';

const contract: string[] = [...eventTypes];

/**
 * Whether somebody who wants the types of a list gets an event of a type: an endpoint, a recovery, a listener. An empty
 * list is the six types of the contract. It never takes an extra type.
 * @param wanted a text[]; null is an empty list
 */
export function isWanted(type: Sql, wanted: Sql): Sql {
  return sql`${type} = ANY (CASE WHEN coalesce(cardinality(${wanted}), 0) = 0 THEN ${contract}::text[] ELSE ${wanted} END)`;
}
