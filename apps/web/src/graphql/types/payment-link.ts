import type { LinkEnding } from '@tillgate/db';
import { linksReport } from '@tillgate/domain/reading/links';
import { maskPhonesIn } from '@tillgate/domain/reading/payments';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { PaymentLinkFilterRef, PaymentLinkKindRef, PaymentLinkStatusRef } from './payment-link-filter.ts';
import { PaymentLinkRef, read } from './refs.ts';

const PaymentLinkEndingRef = builder.enumType('PaymentLinkEnding', {
  description: 'What ended a payment link.',
  values: {
    expiry: { description: 'Its time was over.' },
    person: { description: 'A member of the organization.' },
    key: { description: 'An API key.' },
    limit: { description: 'It has as many payments as it may have.' },
  } satisfies Record<LinkEnding, { description: string }>,
});

// Nothing here opens a page: whoever has its address can pay.
builder.prismaObjectFields(PaymentLinkRef, (t) => ({
  linkId: t.exposeID('id', { description: 'The ID of the payment link, as in the API and in webhooks.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the payment link.' }),
  application: t.relation('application', { nullable: true, description: 'The application of the payment link.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'The environment of the payment link.' }),
  kind: t.expose('kind', { type: PaymentLinkKindRef, description: 'For one order, or for many payments.' }),
  status: t.expose('status', { type: PaymentLinkStatusRef, description: 'The status of the payment link.' }),
  endedBy: t.expose('endedBy', {
    type: PaymentLinkEndingRef,
    nullable: true,
    description: 'What ended it. Null unless it ended.',
  }),
  title: t.string({
    description: 'What is paid for, with phone numbers masked.',
    select: { title: true },
    resolve: ({ title }) => maskPhonesIn(title),
  }),
  description: t.string({
    nullable: true,
    description: 'More about it, with phone numbers masked.',
    select: { description: true },
    resolve: ({ description }) => description && maskPhonesIn(description),
  }),
  amount: t.exposeInt('amount', { nullable: true, description: 'Whole KES. Null if the payer chooses.' }),
  amountMin: t.exposeInt('amountMin', {
    nullable: true,
    description: 'The least that the payer can choose, in whole KES.',
  }),
  amountMax: t.exposeInt('amountMax', {
    nullable: true,
    description: 'The most that the payer can choose, in whole KES.',
  }),
  accountReference: t.string({
    nullable: true,
    description: 'The reference of its payments, with phone numbers masked. Null for a link of kind `many`.',
    select: { accountReference: true },
    resolve: ({ accountReference }) => accountReference && maskPhonesIn(accountReference),
  }),
  referencePrefix: t.string({
    nullable: true,
    description: 'How the references of its payments begin, with phone numbers masked. Null for a link of kind `once`.',
    select: { referencePrefix: true },
    resolve: ({ referencePrefix }) => referencePrefix && maskPhonesIn(referencePrefix),
  }),
  expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true, description: 'When it ends. Null: never.' }),
  endedAt: t.expose('endedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it ended. Null unless it ended.',
  }),
  paymentsMax: t.exposeInt('paymentsMax', {
    nullable: true,
    description: 'It ends after so many payments. Null: no such limit.',
  }),
  paidCount: t.exposeInt('paidCount', { description: 'The number of payments that count towards it.' }),
  paidAmount: t.expose('paidAmount', { type: 'Money', description: 'The sum of these payments, in KES.' }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the payment link was created.' }),
}));

addList({
  name: 'paymentLinks',
  type: PaymentLinkRef,
  typeName: 'PaymentLink',
  description: 'Payment links, newest first.',
  permission: 'links.read',
  filter: PaymentLinkFilterRef,
  words: { one: 'A payment link', many: 'payment links' },
  list: linksReport,
  read: read.links,
});
