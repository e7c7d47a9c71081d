import type { ProviderApi } from '../catalogue/index.ts';
import { receiptPatterns } from '../kernel/receipt.ts';
import { minuteMs } from '../kernel/time.ts';
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
  ownCodes: null,
  payerAdvice: new Map([
    ['1032', { advice: 'again', waitMs: 0 }],
    ['1037', { advice: 'phone_on', waitMs: minuteMs }],
    ['1', { advice: 'top_up', waitMs: 0 }],
    ['2001', { advice: 'pin', waitMs: 0 }],
    ['1001', { advice: 'other_open', waitMs: 2 * minuteMs }],
    ['17', { advice: 'same_amount', waitMs: 2 * minuteMs }],
  ]),
  /** Cancelled, not answered, expired. */
  unansweredCodes: new Set(['1032', '1037', '1019']),
  openCodes: new Set(['4999', '500.001.1001']),
  hasNoWallet: () => false,
  ownNumbers: null,
  receiptMarks: [...receiptPatterns, /TransID|MpesaReceiptNumber|TransactionReceipt/],
  pots: { payments: /working|mmf/i, payouts: /utility/i },
  promptIdOf: null,
  payoutIdOf: (id) => id,
  payoutStops: new Map([
    ['2001', 'initiator'],
    ['8006', 'initiator'],
    ['21', 'initiator'],
    ['1', 'float'],
    ['4', 'day_limit'],
  ]),
  refusesSecondRefund: true,
  idInNotice: null,
  firstQuestionSeconds: 20,
  notFoundFinalSeconds: null,
  namesAccount: true,
  provesNumber: true,
};
