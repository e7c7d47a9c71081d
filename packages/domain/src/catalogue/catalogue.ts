import type { Rail } from '@tillgate/db';
import { airtelCollectionEntries } from './airtel-collection-entries.ts';
import { airtelDisbursementEntries } from './airtel-disbursement-entries.ts';
import { airtelGatewayEntries } from './airtel-gateway-entries.ts';
import { apiEntries } from './api-entries.ts';
import { c2bB2cEntries } from './c2b-b2c-entries.ts';
import type { CatalogueEntry, FamilyEntry } from './entry.ts';
import { stkEntries } from './stk-entries.ts';

const entries: Record<Rail, readonly FamilyEntry[]> = {
  mpesa: [...stkEntries, ...apiEntries, ...c2bB2cEntries],
  airtel: [...airtelCollectionEntries, ...airtelDisbursementEntries, ...airtelGatewayEntries],
};

/** The codes of all networks, those of M-PESA first. */
export const listedEntries: readonly FamilyEntry[] = Object.values(entries).flat();

/** The codes of a network. Those of M-PESA are the 32 entries of spec 7.3, in its order. */
export function listCatalogue(rail: Rail): CatalogueEntry[] {
  return entries[rail].map((entry) => ({ rail, ...entry }));
}
