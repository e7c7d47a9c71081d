'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { buttonVariants, Callout, PageHeader, Panel, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { DecisionsPanel } from '@/features/guard/decisions-panel';
import { NetworkBadge } from '@/features/rails/network-badge';
import { OpenReviews } from '@/features/reviews/open-reviews';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import { DisbursementBadge } from './disbursement-badge.tsx';
import { DisbursementFacts, DisbursementTechnical } from './disbursement-facts.tsx';
import { useDisbursement } from './disbursement-outcome.tsx';
import { DisbursementRecords } from './disbursement-records.tsx';
import { DisbursementTimeline } from './disbursement-timeline.tsx';
import type { DisbursementDetail } from './types.ts';

/** A payout or refund: its status, its timeline and its records. */
export function DisbursementPage({ disbursementId }: { disbursementId: string }) {
  const t = useTranslations('payouts');
  const tenant = useTenant();
  const query = useDisbursement(disbursementId);
  const { data } = query;
  const crumbs = (
    <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'payouts') }, { label: t('detail.crumb') }]} />
  );
  if (!data) {
    return (
      <div className="flex flex-col gap-4">
        <PageHeader
          title={query.isError ? t('detail.crumb') : <Skeleton className="h-6 w-56" />}
          breadcrumbs={crumbs}
        />
        {query.isError ? <LoadError query={query} /> : <Loading />}
      </div>
    );
  }
  const { kind, amount, status, rail } = data.disbursement;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t(`detail.title.${kind}`, { amount: formatMoney(amount) })}
        badge={
          <>
            <DisbursementBadge status={status} />
            <NetworkBadge rail={rail} />
          </>
        }
        breadcrumbs={crumbs}
        actions={<Actions detail={data} />}
      />
      <OpenReviews reviews={data.reviews} />
      <Standing detail={data} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Panel title={t('detail.facts')} contentClassName="py-1">
          <DisbursementFacts detail={data} />
        </Panel>
        <Panel title={t('detail.timeline')}>
          <DisbursementTimeline detail={data} />
        </Panel>
      </div>
      <DecisionsPanel decisions={data.decisions} />
      <DisbursementRecords detail={data} />
      <DisbursementTechnical detail={data} />
    </div>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}

/** The same again, as a new payout: what failed moved nothing. */
function Actions({ detail: { disbursement } }: { detail: DisbursementDetail }) {
  const t = useTranslations('payouts.detail');
  const tenant = useTenant();
  const mayRequest = usePermission('payouts.request');
  const { kind, status, phone, amount, commandId, remarks } = disbursement;
  if (!mayRequest || kind !== 'payout' || status !== 'failed' || phone === null) return null;
  const search = new URLSearchParams({ phone, amount: String(amount), purpose: commandId ?? '', remarks });
  return (
    <Link href={`${tenantPath(tenant, 'payouts/new')}?${search}`} className={buttonVariants()}>
      {t('again')}
    </Link>
  );
}

function Standing({ detail: { disbursement, decoded } }: { detail: DisbursementDetail }) {
  const t = useTranslations('payouts.detail');
  const { status, nextInquiryAt, acknowledgedAt, rail } = disbursement;
  const network = railLabel(rail);
  if (status === 'failed' && decoded) {
    return (
      <Callout tone="danger" title={decoded.title}>
        <p>{decoded.cause}</p>
        {decoded.fix && <p className="mt-1 text-muted-foreground">{decoded.fix}</p>}
      </Callout>
    );
  }
  if (status !== 'pending') return null;
  return (
    <Callout tone="info" role="status" title={t('pending')}>
      <p>{acknowledgedAt ? t('pendingMore', { network }) : t('pendingUnacknowledged', { network })}</p>
      {nextInquiryAt && (
        <p className="text-muted-foreground">
          {t('nextInquiry', { network })} <Time value={nextInquiryAt} />
        </p>
      )}
    </Callout>
  );
}
