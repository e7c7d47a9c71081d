import { apiEntries } from './api-entries.ts';
import { c2bB2cEntries } from './c2b-b2c-entries.ts';
import type { CatalogueEntry } from './entry.ts';
import { stkEntries } from './stk-entries.ts';

/** The 32 entries of spec 7.3, in its order. */
export function listCatalogue(): CatalogueEntry[] {
  return [...stkEntries, ...apiEntries, ...c2bB2cEntries].map((entry) => ({ ...entry }));
}
