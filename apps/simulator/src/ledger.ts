import { setBounded } from './bounded-map.ts';
import { shortcodesMax, transactionsMax } from './limits.ts';

/** Money that moved. Amount in whole KES or with cents, times in epoch milliseconds. */
export type Transaction = {
  receipt: string;
  kind: 'stk' | 'c2b' | 'payout' | 'reversal';
  /** The organization's side: shortcode, and till where it has one. */
  shortcodes: readonly string[];
  amount: number;
  phone: string;
  reference: string;
  initiatedAtMs: number;
  finalisedAtMs: number;
  originatorConversationId: string;
  conversationId: string;
  /** Receipt of the reversal that took it back. */
  reversedBy: string | null;
};

/** The organization's two accounts, KES. They start full and may go negative: nothing fails for lack of funds. */
type Funds = { working: number; utility: number };

const startingFunds: Funds = { working: 5_000_000, utility: 5_000_000 };

export type Ledger = {
  record(transaction: Transaction): void;
  find(receipt: string): Transaction | undefined;
  funds(shortcode: string): Funds;
  clear(): void;
};

/** Receipts and balances in memory. Collections add to the working account; the rest takes from the utility account. */
export const createLedger = (): Ledger => {
  const transactions = new Map<string, Transaction>();
  const fundsOf = new Map<string, Funds>();
  const funds = (shortcode: string): Funds => {
    const known = fundsOf.get(shortcode);
    if (known !== undefined) return known;
    const fresh = { ...startingFunds };
    setBounded(fundsOf, shortcodesMax, shortcode, fresh);
    return fresh;
  };
  return {
    record(transaction) {
      setBounded(transactions, transactionsMax, transaction.receipt, transaction);
      const shortcode = transaction.shortcodes[0];
      if (shortcode === undefined) return;
      const account = funds(shortcode);
      if (transaction.kind === 'stk' || transaction.kind === 'c2b') account.working += transaction.amount;
      else account.utility -= transaction.amount;
    },
    find: (receipt) => transactions.get(receipt),
    funds,
    clear() {
      transactions.clear();
      fundsOf.clear();
    },
  };
};
