'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { buttonVariants, CopyButton, EmptyState, LinkTabs, PageHeader, Skeleton } from '@tillgate/ui';
import { SearchX } from 'lucide-react';
import { usePathname, useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { NetworkBadge } from '@/features/rails/network-badge';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatPhone } from '@/format';
import { givenReference } from '@/format/given-reference';
import { dataOf } from '@/trpc/errors';
import { StatusBadge } from '../status-badge.tsx';
import type { PaymentDetail } from '../types.ts';
import { CallbacksTab } from './callbacks-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { RequestTab } from './request-tab.tsx';
import { usePayment } from './use-payment.ts';
import { WebhooksTab } from './webhooks-tab.tsx';

const tabs = ['overview', 'callbacks', 'webhooks', 'request'] as const;
type Tab = (typeof tabs)[number];

const contents: Record<Tab, (props: { detail: PaymentDetail }) => ReactNode> = {
  overview: OverviewTab,
  callbacks: CallbacksTab,
  webhooks: WebhooksTab,
  request: RequestTab,
};

/** One payment: its facts, its history and its actions. */
export function PaymentPage({ paymentId }: { paymentId: string }) {
  const t = useTranslations('payments');
  const query = usePayment(paymentId);
  const tab = useTab();
  const detail = query.data;
  if (!detail) return query.isError ? <Unreadable query={query} /> : <Placeholder />;
  const { payment } = detail;
  const Content = contents[tab];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        breadcrumbs={
          <Way
            last={
              payment.providerReceipt ?? givenReference(payment) ?? formatMoney(payment.exactAmount ?? payment.amount)
            }
          />
        }
        title={
          <>
            <span className="sr-only">{t('detail.title', { amount: '' })}</span>
            <span className="text-2xl tabular-nums sm:text-3xl">
              {formatMoney(payment.exactAmount ?? payment.amount)}
            </span>
          </>
        }
        description={<Essentials payment={payment} />}
        badge={
          <>
            <StatusBadge {...payment} />
            <NetworkBadge rail={payment.rail} />
          </>
        }
        actions={<PaymentActions detail={detail} />}
      />
      <DetailTabs current={tab} detail={detail} />
      <Content detail={detail} />
    </div>
  );
}

/** The facts that a customer on the phone asks for first. */
function Essentials({ payment }: { payment: PaymentDetail['payment'] }) {
  const t = useTranslations('payments.detail');
  const { phone, providerReceipt, refunded } = payment;
  const network = railLabel(payment.rail);
  const amount = Number(payment.exactAmount ?? payment.amount);
  const reference = givenReference(payment);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {refunded > 0 && (
        <span className="font-medium text-foreground tabular-nums">
          {t('net', { net: formatMoney(amount - refunded), refunded: formatMoney(refunded) })}
        </span>
      )}
      {phone && <span className="tabular-nums">{formatPhone(phone)}</span>}
      {reference && <span>{reference}</span>}
      {providerReceipt && (
        <span className="inline-flex items-center font-mono text-xs">
          {providerReceipt}
          <CopyButton
            value={providerReceipt}
            label={t('copy', { name: t('receipt', { network }) })}
            className="-my-1"
          />
        </span>
      )}
    </span>
  );
}

function useTab(): Tab {
  const text = useSearchParams().get('tab');
  return tabs.find((tab) => tab === text) ?? 'overview';
}

function DetailTabs({ current, detail }: { current: Tab; detail: PaymentDetail }) {
  const t = useTranslations('payments.detail');
  const pathname = usePathname();
  const network = railLabel(detail.payment.rail);
  const counts: Record<Tab, number> = {
    overview: 0,
    callbacks: detail.callbacks.length,
    webhooks: detail.deliveries.length,
    request: 0,
  };
  return (
    <LinkTabs
      label={t('tabs')}
      items={tabs.map((tab) => ({
        href: tab === 'overview' ? pathname : `${pathname}?tab=${tab}`,
        label: counts[tab] > 0 ? `${t(tab, { network })} (${counts[tab]})` : t(tab, { network }),
        isCurrent: tab === current,
      }))}
    />
  );
}

function Way({ last }: { last: string }) {
  const t = useTranslations('payments');
  const tenant = useTenant();
  return <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'payments') }, { label: last }]} />;
}

type UnreadableProps = { query: { error: unknown; isFetching: boolean; refetch: () => unknown } };

function Unreadable({ query }: UnreadableProps) {
  const t = useTranslations('payments');
  const isMissing = dataOf(query.error)?.domainCode === 'not_found';
  return (
    <div className="flex flex-col gap-4">
      <PageHeader breadcrumbs={<Way last="…" />} title={isMissing ? t('error.missing') : t('title')} />
      <div className="rounded-lg border bg-card">{isMissing ? <Missing /> : <LoadError query={query} />}</div>
    </div>
  );
}

function Missing() {
  const t = useTranslations('payments.error');
  const tenant = useTenant();
  const all = (
    <Link href={tenantPath(tenant, 'payments')} className={buttonVariants()}>
      {t('all')}
    </Link>
  );
  return <EmptyState icon={<SearchX />} title={t('missingMore')} action={all} />;
}

/** Placeholder as tall as the loaded page. */
function Placeholder() {
  const t = useTranslations('payments');
  return (
    <div className="flex flex-col gap-4" aria-busy="true">
      <PageHeader breadcrumbs={<Way last="…" />} title={t('title')} />
      <Skeleton className="h-9 w-80 max-w-full" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
