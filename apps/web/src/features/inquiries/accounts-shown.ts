export type Account = { name: string; available: string | null; currency: string };

/** How many accounts fit a row of the list. The sheet has all of them. */
const shownMax = 2;

/** The accounts of an answer that its row names: those that hold money, or else the first. */
export function accountsShown(accounts: readonly Account[]): Account[] {
  const holding = accounts.filter(({ available }) => Number(available ?? 0) > 0);
  return (holding.length > 0 ? holding : accounts).slice(0, shownMax);
}
