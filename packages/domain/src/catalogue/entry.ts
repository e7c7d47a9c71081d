import type { Rail } from '@tillgate/db';

/**
 * The families of each network. No code is in families of two networks.
 *
 * M-PESA: `stk` are results of a prompt (callback or query), `api` the immediate answers to a request, `c2b_b2c` results of
 * payouts and secured operations, and validation answers. Airtel Money: what is said of a collection, of a disbursement, and
 * by its gateway, whatever was asked.
 */
export const familiesOf = {
  mpesa: ['stk', 'api', 'c2b_b2c'],
  airtel: ['airtel_collection', 'airtel_disbursement', 'airtel_gateway'],
} as const satisfies Record<Rail, readonly string[]>;
export const families = [...familiesOf.mpesa, ...familiesOf.airtel] as const;
export type Family = (typeof families)[number];

/** Stable machine words; `unknown` is kept for codes that the catalogue does not have. */
export const categories = [
  'success',
  'balance',
  'provider_system',
  'customer',
  'limit',
  'your_setup',
  'pending',
  'unknown',
] as const;
export type Category = (typeof categories)[number];

export type Explanation = {
  title: string;
  /** What happened, for the merchant's developer. */
  cause: string;
  /** What to do about it, for the merchant's developer. */
  fix: string;
  category: Category;
  /** Whether the same order may be charged again at once, with a new idempotency key. */
  retryable: boolean;
  /** A sentence fit to show to the paying customer. */
  customerMessage: string;
};

/** The explanation of a code in a family. */
export type FamilyEntry = { family: Family; code: string } & Explanation;
/** `rail`: the network of the family. */
export type CatalogueEntry = FamilyEntry & { rail: Rail };

/** One explanation of several codes. */
export type Shared = { codes: readonly string[] } & Explanation;

/** The entries of a family, one for each code. */
export function entriesOf(family: Family, explanations: readonly Shared[]): FamilyEntry[] {
  return explanations.flatMap(({ codes, ...explanation }) => codes.map((code) => ({ family, code, ...explanation })));
}
