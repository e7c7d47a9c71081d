import { setBounded } from '../bounded-map.ts';
import { offlinePaymentsMax } from '../limits.ts';
import type { Delivery } from '../post-callback.ts';
import type { Offline, Registration } from './fields.ts';
import type { C2bScenario } from './scenario.ts';

/** The merchant's verdict. After `unreachable`, the registered ResponseType decides. */
export type Validation = Delivery & { verdict: 'accepted' | 'rejected' | 'unreachable'; resultCode: string | null };

/** An offline payment. Times are epoch milliseconds. */
export type OfflinePayment = Offline & {
  transactionId: string;
  scenario: C2bScenario;
  /** Null when the shortcode has no URLs. The money then moves without any notification. */
  registration: Registration | null;
  createdAtMs: number;
  state: 'validating' | 'completed' | 'rejected' | 'cancelled' | 'abandoned';
  thirdPartyTransactionId: string;
  validation: Validation | null;
  confirmations: Delivery[];
};

export type OfflinePaymentLog = {
  add(payment: OfflinePayment): void;
  find(transactionId: string): OfflinePayment | undefined;
  /** Newest first. */
  list(): OfflinePayment[];
  clear(): void;
};

export const createOfflinePaymentLog = (paymentsMax: number = offlinePaymentsMax): OfflinePaymentLog => {
  const payments = new Map<string, OfflinePayment>();
  return {
    add: (payment) => setBounded(payments, paymentsMax, payment.transactionId, payment),
    find: (transactionId) => payments.get(transactionId),
    list: () => [...payments.values()].reverse(),
    clear: () => payments.clear(),
  };
};

/** An offline payment as the admin API shows it, without URLs. */
export const renderOfflinePayment = (payment: OfflinePayment) => ({
  transactionId: payment.transactionId,
  shortcode: payment.shortcode,
  kind: payment.isTill ? 'till' : 'paybill',
  amount: payment.amount,
  phone: payment.phone,
  reference: payment.reference,
  scenario: payment.scenario.slug,
  version: payment.registration?.version ?? null,
  state: payment.state,
  createdAt: new Date(payment.createdAtMs).toISOString(),
  validation: payment.validation,
  confirmations: payment.confirmations,
});

export type OfflinePaymentView = ReturnType<typeof renderOfflinePayment>;
