import { readPreferences } from '@/i18n/server';
import { type Address, listInput, type Place } from './address.ts';
import type { FieldsOf, Filter, ListDefinition } from './filters.ts';

/** For server components: what the list of a page asks first, so that it can be prefetched. */
export async function readListInput<Filters extends readonly Filter[]>(
  definition: ListDefinition<Filters>,
  searchParams: Promise<Address>,
): Promise<FieldsOf<Filters> & Place> {
  const { timeZone } = await readPreferences();
  return listInput(definition, await searchParams, { timeZone, now: new Date() });
}
