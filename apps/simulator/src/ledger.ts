import { setBounded } from './bounded-map.ts';
import { shortcodesMax, transactionsMax } from './limits.ts';

/** Money that moved. Amount in whole KES or with cents, times in epoch milliseconds. */
export type Transaction = {
  receipt: string;
  kind: 'stk' | 'c2b' | 'payout' | 'reversal' | 'b2b';
  /** The organization's shortcode, and its till number if it has one. */
  shortcodes: readonly string[];
  amount: number;
  /** The customer; of B2B the shortcode that receives. */
  phone: string;
  reference: string;
  initiatedAtMs: number;
  finalisedAtMs: number;
  originatorConversationId: string;
  conversationId: string;
  /** Receipt of the reversal; null when the transaction was not reversed. */
  reversedBy: string | null;
};

/** The balances of an organization's two accounts, KES. They may go negative: no operation fails for lack of funds. */
type Funds = { working: number; utility: number };

const startingFunds: Funds = { working: 5_000_000, utility: 5_000_000 };

export type Ledger = {
  record(transaction: Transaction): void;
  find(receipt: string): Transaction | undefined;
  /** The payments of customers to a shortcode, oldest first. */
  collections(shortcode: string): Transaction[];
  funds(shortcode: string): Funds;
  clear(): void;
};

/**
 * Keeps transactions and balances in memory. Collections credit the working account, and B2B moves money from one to
 * another; the others debit the utility account.
 */
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
      if (transaction.kind === 'b2b') {
        account.working -= transaction.amount;
        funds(transaction.phone).working += transaction.amount;
      } else if (transaction.kind === 'stk' || transaction.kind === 'c2b') account.working += transaction.amount;
      else account.utility -= transaction.amount;
    },
    find: (receipt) => transactions.get(receipt),
    collections: (shortcode) =>
      [...transactions.values()].filter(
        ({ kind, shortcodes }) => (kind === 'stk' || kind === 'c2b') && shortcodes.includes(shortcode),
      ),
    funds,
    clear() {
      transactions.clear();
      fundsOf.clear();
    },
  };
};
