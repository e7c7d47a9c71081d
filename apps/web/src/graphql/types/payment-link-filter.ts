import type { LinkKind, LinkStatus } from '@tillgate/db';
import { builder } from '../builder.ts';

export const PaymentLinkKindRef = builder.enumType('PaymentLinkKind', {
  description: 'The kind of a payment link.',
  values: {
    once: { description: 'For one order.' },
    many: { description: 'Takes any number of payments.' },
  } satisfies Record<LinkKind, { description: string }>,
});

export const PaymentLinkStatusRef = builder.enumType('PaymentLinkStatus', {
  description: 'The status of a payment link.',
  values: {
    open: { description: 'Anybody with its address can pay.' },
    paid: { description: 'Its payments reached the amount.' },
    ended: { description: 'Nobody can begin to pay.' },
  } satisfies Record<LinkStatus, { description: string }>,
});

export const PaymentLinkFilterRef = builder.inputType('PaymentLinkFilter', {
  description: 'Filters payment links. A row must match all given fields.',
  fields: (t) => ({
    kind: t.field({ type: PaymentLinkKindRef, description: 'The kind of payment link.' }),
    status: t.field({ type: PaymentLinkStatusRef, description: 'Only payment links with this status.' }),
    text: t.string({
      description: 'Any part of the title or the reference. Numbers with nine digits or more are not searched in part.',
    }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only payment links created at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only payment links created before this time.' }),
  }),
});
