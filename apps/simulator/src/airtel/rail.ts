import { createRsaKey, type RsaKey } from '../rsa-key.ts';
import { createTokens, type Tokens } from '../tokens.ts';
import type { Collection } from './collections.ts';
import type { Disbursement } from './disbursements.ts';
import { createPortals, type Portals } from './portal.ts';
import { createReceiptSource } from './receipts.ts';
import { createRecordLog, type RecordLog } from './record-log.ts';
import { createWallets, type Wallets } from './wallets.ts';

/** How long a token lives (fact 2). */
export const tokenSeconds = 180;
/** Kenya documents keys of this length (fact 8). */
const keyBits = 1_024;

/** The state of this rail. All of it is in memory. */
export type AirtelRail = {
  tokens: Tokens;
  tokensIssued: number;
  portals: Portals;
  collections: RecordLog<Collection>;
  disbursements: RecordLog<Disbursement>;
  wallets: Wallets;
  /** Number of answers about a balance so far. */
  balancesAsked: number;
  nextReceipt: () => string;
  /** The key of `GET /v1/rsa/encryption-keys`. */
  encryptionKey: RsaKey;
  /** Forgets everything except tokens. */
  reset(): void;
};

export const createAirtelRail = (now: () => number, collectionsMax?: number): AirtelRail => {
  const portals = createPortals();
  const collections = createRecordLog<Collection>(collectionsMax);
  const disbursements = createRecordLog<Disbursement>(collectionsMax);
  const wallets = createWallets();
  return {
    tokens: createTokens(now, tokenSeconds * 1_000),
    tokensIssued: 0,
    portals,
    collections,
    disbursements,
    wallets,
    balancesAsked: 0,
    nextReceipt: createReceiptSource(now),
    encryptionKey: createRsaKey(null, keyBits),
    reset() {
      portals.clear();
      collections.clear();
      disbursements.clear();
      wallets.clear();
    },
  };
};
