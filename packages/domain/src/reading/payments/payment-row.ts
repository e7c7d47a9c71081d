import type { PaymentSource, PaymentStatus, SettledBy } from '@tillgate/db';
import { type Category, wireCode } from '../../catalogue/index.ts';
import { exactKes } from '../../kernel/money.ts';
import { nextQueryOf, reasonOf } from '../../payments/index.ts';
import type { RailName } from '../../rails/index.ts';
import { maskPhonesIn } from '../masked-text.ts';
import type { netStatuses } from './browse-filter.ts';

type NetStatus = (typeof netStatuses)[number];

/** A row as the list's statements return it. */
export type StoredRow = {
  id: string;
  applicationId: string;
  status: PaymentStatus;
  source: PaymentSource;
  rail: RailName;
  amount: number;
  exactAmount: string | null;
  phone: string | null;
  payerName: string | null;
  accountRef: string;
  providerReceipt: string | null;
  shortcode: string;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: SettledBy | null;
  createdAt: Date;
  settledAt: Date | null;
  nextQueryAt: Date | null;
  needsReview: boolean;
  refunded: number;
  refundPending: boolean;
};

/** A payment in a list of many. */
export type PaymentListRow = {
  paymentId: string;
  status: PaymentStatus;
  source: PaymentSource;
  rail: RailName;
  /** In KES, with its cents. */
  amount: number;
  /** Masked; null when the provider did not report it. */
  phone: string | null;
  /** As the provider reported it. */
  payerName: string | null;
  accountRef: string;
  providerReceipt: string | null;
  /** Only of failures. */
  reason: { code: number | string; title: string; category: Category } | null;
  createdAt: string;
  settledAt: string | null;
  /** When the provider is queried next about a pending payment; null when no query follows. */
  nextQueryAt: string | null;
  needsReview: boolean;
  /** Whole KES that went back to the payer; 0 without refunds. */
  refunded: number;
  /** A reversal is under way. */
  refundPending: boolean;
};

export function listRow(row: StoredRow): PaymentListRow {
  const decoded = row.status === 'failed' ? reasonOf(row) : null;
  return {
    paymentId: row.id,
    status: row.status,
    source: row.source,
    rail: row.rail,
    amount: exactKes(row),
    phone: shortPhone(row.phone),
    payerName: row.payerName && maskPhonesIn(row.payerName),
    accountRef: row.accountRef,
    providerReceipt: row.providerReceipt,
    reason: decoded && { code: wireCode(String(decoded.code)), title: decoded.title, category: decoded.category },
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    nextQueryAt: nextQueryOf(row)?.toISOString() ?? null,
    needsReview: row.needsReview,
    refunded: row.refunded,
    refundPending: row.refundPending,
  };
}

/** The net status of a payment. */
export function netStatusOf(row: Pick<StoredRow, 'status' | 'refunded' | 'refundPending'>): NetStatus {
  if (row.status !== 'success') return row.status;
  if (row.refunded > 0) return 'refunded';
  return row.refundPending ? 'refund_pending' : 'collected';
}

const maskedLengthMax = 16;

/** `0712…678`. A number that the provider masked stays as it is; a hash is not shown. */
export function shortPhone(phone: string | null): string | null {
  if (phone === null || phone === '') return null;
  if (/^254[0-9]{9}$/.test(phone)) return `0${phone.slice(3, 6)}…${phone.slice(-3)}`;
  return phone.includes('*') && phone.length <= maskedLengthMax ? phone : '…';
}
