import { setBounded } from '../bounded-map.ts';
import { shortcodesMax } from '../limits.ts';

/** The two wallets of a client, whole KES. They may go negative: nothing fails for lack of funds, except by magic. */
type Wallet = { collection: number; disbursement: number };

const startingWallet: Wallet = { collection: 0, disbursement: 5_000_000 };

export type Wallets = {
  /** Adds an amount to a wallet, or takes it out when it is negative. */
  move(clientId: string, pot: keyof Wallet, amount: number): void;
  of(clientId: string): Wallet;
  clear(): void;
};

/** Keeps the wallets of the last clients in memory. */
export const createWallets = (): Wallets => {
  const wallets = new Map<string, Wallet>();
  const of = (clientId: string): Wallet => wallets.get(clientId) ?? startingWallet;
  return {
    move(clientId, pot, amount) {
      const wallet = of(clientId);
      setBounded(wallets, shortcodesMax, clientId, { ...wallet, [pot]: wallet[pot] + amount });
    },
    of,
    clear: () => wallets.clear(),
  };
};
