import { readProviderList } from './provider-list.ts';

/** What the simulated provider knows of a payout or reversal that it took on. */
export type Conversation = {
  originatorConversationId: string;
  conversationId: string;
  phone: string | null;
  amount: number | null;
  transactionId: string | null;
  state: 'waiting' | 'settled' | 'not_executed';
  outcome: { resultCode: number | string; receipt: string | null } | null;
  results: { status: 'delivered' | 'refused' | 'failed' | 'lost' }[];
  timeouts: { status: string }[];
};

export type PayoutMagic = { slug: string; phone: string };

export type LoggedRequest = {
  path: string;
  status: number | null;
  errorCode: string | null;
  phone: string | null;
  amount: number | null;
  originatorConversationId: string | null;
};

/** The provider's own account of the money that went out. */
export type MoneyOutView = {
  magic(): Promise<PayoutMagic[]>;
  payouts(phone?: string): Promise<Conversation[]>;
  /** Whether it took on the payout with this OriginatorConversationID. */
  hasPayout(id: string): Promise<boolean>;
  /** Newest first. */
  reversals(): Promise<Conversation[]>;
  /** Every payout request that the provider's log still has, taken on or not, and how many there were in all. */
  payoutRequests(): Promise<{ count: number; requests: LoggedRequest[] }>;
};

const payoutPath = '/mpesa/b2c/v3/paymentrequest';

export function viewMoneyOut(url: string): MoneyOutView {
  const read = async (path: string) => (await fetch(`${url}${path}`)).json();
  return {
    magic: async () => ((await read('/admin/magic')) as { payoutScenarios: PayoutMagic[] }).payoutScenarios,
    payouts: (phone) =>
      readProviderList(url, `/admin/payouts${phone === undefined ? '' : `?phone=${phone}`}`, 'payouts'),
    hasPayout: async (id) => (await fetch(`${url}/admin/payouts/${id}`)).ok,
    reversals: () => readProviderList(url, '/admin/reversals', 'reversals'),
    payoutRequests: async () => {
      const log = (await read('/admin/requests')) as { counts: Record<string, number>; requests: LoggedRequest[] };
      return {
        count: log.counts[`POST ${payoutPath}`] ?? 0,
        requests: log.requests.filter(({ path }) => path === payoutPath),
      };
    },
  };
}
