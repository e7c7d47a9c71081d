'use client';

import { Badge, Callout, PageHeader, Panel, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { DetailColumns } from '@/features/shell/detail-columns';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { OpenReviews } from './open-reviews.tsx';
import { ReviewEvidence } from './review-evidence.tsx';
import { ReviewFacts } from './review-facts.tsx';
import { ReviewNotes } from './review-notes.tsx';
import { ReviewSteps } from './review-steps.tsx';
import type { ReviewDetail } from './types.ts';
import { useReasonText } from './use-reason-text.ts';
import { useReview } from './use-review.ts';

/** One review: its reason, facts and next steps. */
export function ReviewPage({ reviewId }: { reviewId: string }) {
  const t = useTranslations('reviews');
  const tenant = useTenant();
  const textOf = useReasonText();
  const query = useReview(reviewId);
  const { data } = query;
  const crumbs = (
    <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'reviews') }, { label: t('detail.crumb') }]} />
  );
  if (!data) {
    return (
      <div className="flex flex-col gap-4">
        <PageHeader
          title={query.isError ? t('detail.crumb') : <Skeleton className="h-6 w-72" />}
          breadcrumbs={crumbs}
        />
        {query.isError ? <LoadError query={query} /> : <Skeleton className="h-96 w-full rounded-lg" />}
      </div>
    );
  }
  const { review } = data;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={textOf(review.words)}
        badge={<Badge tone={review.status === 'open' ? 'warning' : 'neutral'}>{t(`states.${review.status}`)}</Badge>}
        breadcrumbs={crumbs}
      />
      {review.status === 'closed' && <Closed review={review} />}
      <DetailColumns timelineTitle={t('notes.title')} timeline={<ReviewNotes detail={data} />}>
        {review.subjectKind === 'refused_callbacks' && review.status === 'open' && (
          <Hint title={t('detail.refusedTitle')} page="offline/settings" link={t('detail.refusedLink')}>
            {t('detail.refusedHelp')}
          </Hint>
        )}
        {review.subjectKind === 'astray_callback' && review.status === 'open' && (
          <Hint title={t('detail.forgottenTitle')} page="restores" link={t('detail.forgottenLink')}>
            {t('detail.forgottenHelp')}
          </Hint>
        )}
        {data.pendingOrder && <PendingOrder order={data.pendingOrder} />}
        {data.steps.length > 0 && <ReviewSteps detail={data} />}
        <Panel title={t('detail.facts')} contentClassName="py-1">
          <ReviewFacts detail={data} />
        </Panel>
        {/* Refused callbacks are not stored, and forgotten payments have left nothing. */}
        {review.subjectKind !== 'refused_callbacks' && review.subjectKind !== 'astray_callback' && (
          <ReviewEvidence detail={data} />
        )}
        <OpenReviews reviews={data.evidence.others} />
      </DetailColumns>
    </div>
  );
}

function Closed({ review }: { review: ReviewDetail['review'] }) {
  const t = useTranslations('reviews.detail');
  const nameOf = useActorName();
  return (
    <Callout tone="neutral" title={t('closedBy', { name: review.closedBy ? nameOf(review.closedBy) : '—' })}>
      <p className="whitespace-pre-line">{review.closingNote}</p>
      {review.closedAt && (
        <p className="text-muted-foreground text-xs">
          <Time value={review.closedAt} />
        </p>
      )}
    </Callout>
  );
}

/** `page` is below the tenant. */
type HintProps = { title: string; page: string; link: string; children: string };

/** What is done about it elsewhere, and where. */
function Hint({ title, page, link, children }: HintProps) {
  const tenant = useTenant();
  return (
    <Callout
      tone="info"
      title={title}
      actions={
        <Link href={tenantPath(tenant, page)} className="font-medium text-link underline">
          {link}
        </Link>
      }
    >
      {children}
    </Callout>
  );
}

function PendingOrder({ order }: { order: NonNullable<ReviewDetail['pendingOrder']> }) {
  const t = useTranslations('reviews.detail');
  const tenant = useTenant();
  return (
    <Callout
      tone="info"
      title={t('beingResolved')}
      actions={
        <Link href={tenantPath(tenant, `approvals/${order.orderId}`)} className="font-medium text-link underline">
          {t('openOrder')}
        </Link>
      }
    >
      {t(order.status === 'awaiting_approval' ? 'waitsForApproval' : 'waitsForWorker')}
    </Callout>
  );
}
