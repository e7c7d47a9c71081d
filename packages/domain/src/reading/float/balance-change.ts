import { railOfAddress, traitsOf } from '../../rails/index.ts';

// Explains how one balance of an account became the next one.

/** What moves money of an account, and is recorded here. */
type MoveKind = 'payments' | 'refunds' | 'payouts';

/** Cents without a sign. */
export type Moved = Record<MoveKind, { cents: number; count: number }>;

const potsOf = (shortcode: string) => traitsOf[railOfAddress(shortcode)].pots;

/** Whether payouts leave from an account of a shortcode, by the name that its network gives it. */
export function isForPayouts({ shortcode, account }: { shortcode: string; account: string }): boolean {
  return potsOf(shortcode).payouts?.test(account) ?? false;
}

/**
 * What moves an account, by the names of all accounts of its shortcode. On M-PESA, payments reach the working account, and
 * payouts and refunds leave from the utility account. An account that stands for both has all of it. Where no answer tells
 * of the money of payouts, refunds leave from where payments arrive.
 */
export function kindsOf(which: { shortcode: string; account: string }, names: readonly string[]): MoveKind[] {
  const { payments, payouts } = potsOf(which.shortcode);
  const pays = (account: string) => isForPayouts({ ...which, account });
  const collecting = names.find((name) => payments?.test(name)) ?? names.find((name) => !pays(name)) ?? names.at(0);
  const paying = payouts === null ? undefined : (names.find(pays) ?? collecting);
  const { account } = which;
  return [
    ...(account === collecting ? (['payments'] as const) : []),
    ...(account === (paying ?? collecting) ? (['refunds'] as const) : []),
    ...(account === paying ? (['payouts'] as const) : []),
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
