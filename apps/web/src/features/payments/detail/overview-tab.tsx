'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { CopyButton, JsonView, KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { DecisionsPanel } from '@/features/guard/decisions-panel';
import { OpenReviews } from '@/features/reviews/open-reviews';
import { DetailColumns } from '@/features/shell/detail-columns';
import { Link } from '@/features/shell/link';
import { TechnicalCard } from '@/features/shell/technical-card';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatPhone, Time } from '@/format';
import { givenReference } from '@/format/given-reference';
import type { PaymentDetail } from '../types.ts';
import { DecodedCard } from './decoded-card.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import { PendingCard } from './pending-card.tsx';
import { supportBundle } from './support-bundle.ts';

/** What the payment is, why it is so, and what happened. */
export function OverviewTab({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  return (
    <DetailColumns timelineTitle={t('detail.timeline')} timeline={<PaymentTimeline detail={detail} />}>
      <OpenReviews reviews={detail.reviews} />
      {detail.prospect && <PendingCard prospect={detail.prospect} payment={detail.payment} now={detail.now} />}
      {detail.decoded && <DecodedCard decoded={detail.decoded} rail={detail.payment.rail} />}
      <Facts detail={detail} />
      <DecisionsPanel decisions={detail.decisions} />
      {detail.reversals.length > 0 && <Refunds detail={detail} />}
      {detail.payment.metadata && (
        <Panel title={t('detail.metadata')}>
          <JsonView label={t('detail.metadata')} value={detail.payment.metadata} />
        </Panel>
      )}
      <Technical detail={detail} />
    </DetailColumns>
  );
}

/** The reference that the network shows, and whether anybody chose it. */
function Reference({ payment }: { payment: PaymentDetail['payment'] }) {
  const t = useTranslations('payments.detail');
  if (givenReference(payment)) return payment.accountRef;
  return (
    <>
      <span className="text-muted-foreground">{payment.accountRef}</span>
      <span className="block text-muted-foreground text-xs">
        {t('defaultReference', { network: railLabel(payment.rail) })}
      </span>
    </>
  );
}

function Facts({ detail: { payment } }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  const copied = (name: string, value: string | null) =>
    value ? { copy: value, copyLabel: t('detail.copy', { name }) } : {};
  const isOffline = payment.source === 'c2b';
  const differs = payment.requestedAmount !== payment.amount;
  return (
    <Panel title={t('detail.facts')} contentClassName="py-1">
      <KeyValueList
        items={[
          differs && { label: t('detail.requested'), value: formatMoney(payment.requestedAmount) },
          payment.payerName !== null && {
            label: t('detail.payer'),
            value: payment.payerName,
            ...copied(t('detail.payer'), payment.payerName),
          },
          {
            label: t('detail.phone'),
            value: payment.phone ? formatPhone(payment.phone) : t('detail.noPhone'),
            ...copied(t('detail.phone'), payment.phone && formatPhone(payment.phone)),
          },
          {
            label: t('detail.reference'),
            value: payment.accountRef ? <Reference payment={payment} /> : '—',
            ...copied(t('detail.reference'), payment.accountRef),
          },
          {
            label: t('detail.receipt', { network: railLabel(payment.rail) }),
            value: payment.providerReceipt ?? '—',
            mono: true,
          },
          { label: t('detail.description'), value: payment.description },
          { label: t('detail.source'), value: t(`sourceLong.${payment.source}`) },
          {
            label: t(isOffline ? 'detail.paid' : 'detail.created'),
            value: <Time value={payment.createdAt} format="dateTimeSeconds" />,
          },
          payment.settledAt !== null && {
            label: t(isOffline ? 'detail.recorded' : 'detail.settled'),
            value: <Time value={payment.settledAt} format="dateTimeSeconds" />,
          },
        ]}
      />
    </Panel>
  );
}

/** Technical facts for developers and for support requests to the network. */
function Technical({ detail }: { detail: PaymentDetail }) {
  const t = useTranslations('payments');
  const { payment } = detail;
  const id = (label: string, value: string | null) =>
    value !== null && { label, value, mono: true, copy: value, copyLabel: t('detail.copy', { name: label }) };
  return (
    <TechnicalCard
      actions={<CopyButton value={supportBundle(detail)} label={t('actions.bundle')} showLabel variant="secondary" />}
      items={[
        id(t('detail.paymentId'), payment.paymentId),
        id(t('detail.checkoutRequestId'), payment.checkoutRequestId),
        id(t('detail.merchantRequestId'), payment.merchantRequestId),
        id(t('detail.shortcode'), payment.shortcode),
        payment.resultCode !== null && {
          label: t('detail.result'),
          value: `${payment.resultCode} · ${payment.resultDesc ?? ''}`,
        },
      ]}
    />
  );
}

function Refunds({ detail: { reversals } }: { detail: PaymentDetail }) {
  const t = useTranslations('payments.detail');
  const tenant = useTenant();
  return (
    <Panel title={t('reversals')} contentClassName="py-1">
      <KeyValueList
        items={reversals.map(({ disbursementId, amount, status, createdAt }) => ({
          key: disbursementId,
          label: <Time value={createdAt} />,
          value: (
            <Link
              href={tenantPath(tenant, `payouts/${disbursementId}`)}
              className="text-link underline underline-offset-4"
            >
              {t('reversalOf', { amount: formatMoney(amount) })} · {t(`refundStatus.${status}`)}
            </Link>
          ),
        }))}
      />
    </Panel>
  );
}
