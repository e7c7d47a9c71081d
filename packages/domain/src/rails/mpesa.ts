import type { ProviderApi } from '../catalogue/index.ts';
import { receiptPatterns } from '../kernel/receipt.ts';
import type { Operation, RailTraits } from './rail.ts';

const apis: Record<Operation, ProviderApi> = {
  prompt: 'stk_push',
  payout: 'b2c',
  reversal: 'reversal',
  transaction_status: 'transaction_status',
  account_balance: 'account_balance',
  offline_urls: 'c2b',
  qr: 'qr',
  token: 'token',
};

export const mpesa: RailTraits = {
  placeOf({ of, as }) {
    if (as === 'answer') return { family: 'api', api: apis[of], phase: 'sync' };
    if (as === 'question') return { family: 'api', api: of === 'prompt' ? 'stk_query' : apis[of], phase: 'query' };
    return of === 'prompt' ? { family: 'stk' } : { family: 'c2b_b2c', api: apis[of], phase: 'callback' };
  },
  /** Cancelled, not answered, expired. */
  unansweredCodes: new Set(['1032', '1037', '1019']),
  openCodes: new Set(['4999', '500.001.1001']),
  hasNoWallet: () => false,
  ownNumbers: null,
  receiptMarks: [...receiptPatterns, /TransID|MpesaReceiptNumber|TransactionReceipt/],
  promptIdOf: null,
  idInNotice: null,
  firstQuestionSeconds: 20,
  notFoundFinalSeconds: null,
  provesNumber: true,
};
