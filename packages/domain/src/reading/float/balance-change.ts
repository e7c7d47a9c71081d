import { isPayoutAccount } from './runway.ts';

// Explains how one balance of an account became the next one.

/** What moves money of an account, and is recorded here. */
type MoveKind = 'payments' | 'refunds' | 'payouts';

/** Cents without a sign. */
export type Moved = Record<MoveKind, { cents: number; count: number }>;

/** The account of a shortcode that payments reach: the working account, or the first that pays nothing out. */
function collectingAccount(names: readonly string[]): string | undefined {
  return names.find((name) => /working|mmf/i.test(name)) ?? names.find((name) => !isPayoutAccount(name)) ?? names.at(0);
}

/**
 * What moves an account, by the names of all accounts of its shortcode. Payments reach the working account, payouts and
 * refunds leave from the utility account. An account that stands for both has all of it.
 */
export function kindsOf(account: string, names: readonly string[]): MoveKind[] {
  const collecting = collectingAccount(names);
  const paying = names.find(isPayoutAccount) ?? collecting;
  return [
    ...(account === collecting ? (['payments'] as const) : []),
    ...(account === paying ? (['refunds', 'payouts'] as const) : []),
  ];
}

/** A line of a change. Its cents have their sign: what leaves an account is negative. */
export type ChangeLine =
  | { what: MoveKind; cents: number; count: number }
  /** What is left to explain: no row says how many it was. */
  | { what: 'unexplained'; cents: number; count: null };

/** Payments add to a balance. */
const signs: Record<MoveKind, 1 | -1> = { payments: 1, refunds: -1, payouts: -1 };

/**
 * The lines that a difference between two balances comes to: what moved, and what nothing here explains, such as fees of
 * the provider, transfers and payments that were not recorded. They always add up. All are cents.
 */
export function linesOfChange(differenceCents: number, kinds: readonly MoveKind[], moved: Moved): ChangeLine[] {
  const known = kinds.map((what) => ({
    what,
    // Without a sign where nothing moved.
    cents: signs[what] * moved[what].cents || 0,
    count: moved[what].count,
  }));
  const explained = known.reduce((sum, { cents }) => sum + cents, 0);
  return [...known, { what: 'unexplained', cents: differenceCents - explained, count: null }];
}
