import type { ReportedDelivery } from '@tillgate/domain/reading/deliveries';
import type { ReportedDisbursement } from '@tillgate/domain/reading/disbursements';
import type { ReportedEvent } from '@tillgate/domain/reading/events';
import type { ReportedBalance, ReportedInquiry } from '@tillgate/domain/reading/inquiries';
import type { ReportedPayment } from '@tillgate/domain/reading/payments';
import type { ReportedException, ReportedLine } from '@tillgate/domain/reading/reconciliation';
import { builder } from '../builder.ts';

// The types that name each other. Each is implemented in a file of its own.

export const PaymentRef = builder.objectRef<ReportedPayment>('Payment');
export const DisbursementRef = builder.objectRef<ReportedDisbursement>('Disbursement');
export const InquiryRef = builder.objectRef<ReportedInquiry>('Inquiry');
export const DeliveryRef = builder.objectRef<ReportedDelivery>('Delivery');
export const EventRef = builder.objectRef<ReportedEvent>('Event');
export const BalanceRef = builder.objectRef<ReportedBalance>('Balance');
export const StatementLineRef = builder.objectRef<ReportedLine>('StatementLine');
export const ExceptionRef = builder.objectRef<ReportedException>('Exception');
