import type { Permission } from '@tillgate/domain';
import { readable } from '@tillgate/domain/reading/reach';
import { exceptionReasons } from '@tillgate/domain/reading/reconciliation';
import { builder, ofApplication } from '../builder.ts';
import type { GraphqlContext as Ctx } from '../context.ts';
import { nodeReaders } from '../rows.ts';

// The types that have rows and that name each other. The file of each type adds its fields.

const ofReach = ({ reach }: Ctx, permission: Permission) => ({ applicationId: { in: readable(reach, permission) } });

/** The rows of each type that a caller may read: the tenancy of every query. */
const within = {
  payments: (ctx: Ctx) => ofReach(ctx, 'payments.read'),
  disbursements: (ctx: Ctx) => ofReach(ctx, 'payouts.read'),
  links: (ctx: Ctx) => ofReach(ctx, 'links.read'),
  lines: (ctx: Ctx) => ofReach(ctx, 'statements.read'),
  // Inquiries of sweeps belong to disbursements and confirmations.
  inquiries: (ctx: Ctx) => ({ ...ofReach(ctx, 'inquiries.read'), disbursementId: null, callbackId: null }),
  balances: (ctx: Ctx) => ({
    ...ofReach(ctx, 'inquiries.read'),
    ...({ kind: 'account_balance', status: 'answered' } as const),
  }),
  events: (ctx: Ctx) => ofReach(ctx, 'events.read'),
  deliveries: (ctx: Ctx) => ({ event: ofReach(ctx, 'endpoints.read') }),
  exceptions: (ctx: Ctx) => ({ ...ofReach(ctx, 'reviews.read'), reason: { in: [...exceptionReasons] } }),
};
export const linesWithin = within.lines;

/** The columns that every row is read with, because they identify its owner. */
export const ownedRow = { id: true, applicationId: true } as const;
const deliveryRow = { id: true, event: { select: { applicationId: true } } } as const;
const exceptionRow = { ...ownedRow, subjectKind: true, subjectId: true } as const;

const node = { ...ofApplication, id: { field: 'id' }, nullable: true, select: ownedRow } as const;

export const PaymentRef = builder.prismaNode('Payment', {
  ...node,
  description: 'A payment by a customer.',
  findUnique: (id, ctx) => ({ id, ...within.payments(ctx) }),
});

export const DisbursementRef = builder.prismaNode('Disbursement', {
  ...node,
  description: 'A payout or a refund.',
  findUnique: (id, ctx) => ({ id, ...within.disbursements(ctx) }),
});

export const PaymentLinkRef = builder.prismaNode('PaymentLink', {
  ...node,
  description: 'A page on which anybody with its address can pay. Its address is not shown here.',
  findUnique: (id, ctx) => ({ id, ...within.links(ctx) }),
});

export const StatementLineRef = builder.prismaNode('StatementLine', {
  ...node,
  description: "A line of the provider's statement that moved money. Phone numbers in its texts are masked.",
  findUnique: (id, ctx) => ({ id, ...within.lines(ctx) }),
});

export const InquiryRef = builder.prismaNode('Inquiry', {
  ...node,
  description: 'A question to the provider about a transaction or a balance.',
  findUnique: (id, ctx) => ({ id, ...within.inquiries(ctx) }),
});

export const BalanceRef = builder.prismaNode('Inquiry', {
  ...node,
  variant: 'Balance',
  description: 'The balances of the accounts of a shortcode at one time, as the provider reported them.',
  findUnique: (id, ctx) => ({ id, ...within.balances(ctx) }),
});

export const EventRef = builder.prismaNode('WebhookEvent', {
  ...node,
  name: 'Event',
  description: 'A webhook event.',
  findUnique: (id, ctx) => ({ id, ...within.events(ctx) }),
});

export const DeliveryRef = builder.prismaNode('WebhookDelivery', {
  ...node,
  name: 'Delivery',
  description: 'The delivery of an event to one webhook endpoint.',
  select: deliveryRow,
  authScopes: ({ event }) => ({ reaches: event.applicationId }),
  findUnique: (id, ctx) => ({ id, ...within.deliveries(ctx) }),
});

export const ExceptionRef = builder.prismaNode('Review', {
  ...node,
  name: 'Exception',
  description: 'A difference between a statement and the recorded transactions, for a person to decide about.',
  select: exceptionRow,
  findUnique: (id, ctx) => ({ id, ...within.exceptions(ctx) }),
});

/** The rows to read, and the selected fields. */
type Wanted<Select = typeof ownedRow> = { ids: string[]; query: { select: Select } };

/** Reads rows by their ids, those that the caller may read, with the columns and relations that a query selected. */
export const read = {
  payments: ({ ids, query }: Wanted, ctx: Ctx) =>
    ctx.db.prisma.payment.findMany({ ...query, where: { id: { in: ids }, ...within.payments(ctx) } }),
  disbursements: ({ ids, query }: Wanted, ctx: Ctx) =>
    ctx.db.prisma.disbursement.findMany({ ...query, where: { id: { in: ids }, ...within.disbursements(ctx) } }),
  links: ({ ids, query }: Wanted, ctx: Ctx) =>
    ctx.db.prisma.paymentLink.findMany({ ...query, where: { id: { in: ids }, ...within.links(ctx) } }),
  lines: ({ ids, query }: Wanted, ctx: Ctx) =>
    ctx.db.prisma.statementLine.findMany({ ...query, where: { id: { in: ids }, ...within.lines(ctx) } }),
  inquiries: ({ ids, query }: Wanted, ctx: Ctx) =>
    ctx.db.prisma.inquiry.findMany({ ...query, where: { id: { in: ids }, ...within.inquiries(ctx) } }),
  balances: ({ ids, query }: Wanted, ctx: Ctx) =>
    ctx.db.prisma.inquiry.findMany({ ...query, where: { id: { in: ids }, ...within.balances(ctx) } }),
  events: ({ ids, query }: Wanted, ctx: Ctx) =>
    ctx.db.prisma.webhookEvent.findMany({ ...query, where: { id: { in: ids }, ...within.events(ctx) } }),
  deliveries: ({ ids, query }: Wanted<typeof deliveryRow>, ctx: Ctx) =>
    ctx.db.prisma.webhookDelivery.findMany({ ...query, where: { id: { in: ids }, ...within.deliveries(ctx) } }),
  /** The deliveries of a payment are for callers who may read the payment. */
  deliveriesOfPayments: ({ ids, query }: Wanted<typeof deliveryRow>, ctx: Ctx) =>
    ctx.db.prisma.webhookDelivery.findMany({
      ...query,
      where: { id: { in: ids }, event: ofReach(ctx, 'payments.read') },
    }),
  exceptions: ({ ids, query }: Wanted<typeof exceptionRow>, ctx: Ctx) =>
    ctx.db.prisma.review.findMany({ ...query, where: { id: { in: ids }, ...within.exceptions(ctx) } }),
};

Object.assign(nodeReaders, {
  Payment: read.payments,
  Disbursement: read.disbursements,
  PaymentLink: read.links,
  StatementLine: read.lines,
  Inquiry: read.inquiries,
  Balance: read.balances,
  Event: read.events,
  Delivery: read.deliveries,
  Exception: read.exceptions,
});
