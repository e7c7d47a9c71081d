/**
 * `stk`: results of a prompt (callback or query). `api`: the provider's immediate answer to a request.
 * `c2b_b2c`: results of payouts and secured operations, and validation answers.
 */
export const families = ['stk', 'api', 'c2b_b2c'] as const;
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

export type CatalogueEntry = { family: Family; code: string } & Explanation;
