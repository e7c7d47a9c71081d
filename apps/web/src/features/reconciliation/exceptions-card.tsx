'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, Button, buttonVariants, Card, CardContent, CardHeader, EmptyState, Skeleton } from '@tillgate/ui';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useReasonText } from '@/features/reviews/use-reason-text';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { centsText } from './cents.ts';
import { EatTime } from './eat-time.tsx';
import type { Exception } from './types.ts';

const CloseDialog = onDemand(async () => (await import('./close-dialog.tsx')).CloseDialog);
const RecordDialog = onDemand(async () => (await import('./record-dialog.tsx')).RecordDialog);

type Asked = { what: 'close' | 'record'; exception: Exception };

/** The differences of a day. Each ends with a note, or with a payment that two persons record. */
export function ExceptionsCard({ shortcode, day }: { shortcode: string; day: string }) {
  const t = useTranslations('reconciliation.exceptions');
  const query = useQuery(useTRPC().reconciliation.exceptions.queryOptions({ ...useTenant(), shortcode, day }));
  const [asked, setAsked] = useState<Asked>();
  const tenant = useTenant();
  const exceptions = query.data?.exceptions ?? [];
  return (
    <Card>
      <CardHeader title={t('title')} titleId="exceptions" />
      {query.isError && <LoadError query={query} />}
      {query.isPending && <Skeleton className="m-4 h-24" />}
      {query.data && exceptions.length === 0 && (
        <EmptyState icon={<CircleCheckBig />} title={t('empty')} description={t('emptyMore')} />
      )}
      {exceptions.length > 0 && (
        <ul aria-labelledby="exceptions" className="divide-y">
          {exceptions.map((exception) => (
            <li key={exception.reviewId} className="px-4 py-3">
              <Item exception={exception} onAsk={(what) => setAsked({ what, exception })} />
            </li>
          ))}
        </ul>
      )}
      {query.data?.more && (
        <CardContent>
          <Link href={tenantPath(tenant, 'reviews')} className="font-medium text-link underline">
            {t('more')}
          </Link>
        </CardContent>
      )}
      {asked?.what === 'close' && <CloseDialog exception={asked.exception} onClose={() => setAsked(undefined)} />}
      {asked?.what === 'record' && <RecordDialog exception={asked.exception} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function Item({ exception, onAsk }: { exception: Exception; onAsk: (what: Asked['what']) => void }) {
  const t = useTranslations('reconciliation.exceptions');
  const reasons = useTranslations('reviews.reasons');
  const textOf = useReasonText();
  const tenant = useTenant();
  const { reviewId, reason, words, status, closingNote, at, receipt, cents, counterpart } = exception;
  const isOpen = status === 'open';
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-start lg:justify-between lg:gap-6">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={isOpen ? 'warning' : 'neutral'}>{isOpen ? reasons(reason) : t('closed')}</Badge>
          <span className="font-medium tabular-nums">{centsText(cents)}</span>
          {receipt && <span className="font-mono text-sm">{receipt}</span>}
          <span className="text-muted-foreground text-sm">
            <EatTime value={at} />
          </span>
        </p>
        <p className="mt-1 text-sm">{textOf(words)}</p>
        {counterpart && <Probably counterpart={counterpart} />}
        {closingNote && <p className="mt-1 break-words text-muted-foreground text-sm">{closingNote}</p>}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        <Steps exception={exception} onAsk={onAsk} />
        <Link
          href={tenantPath(tenant, `reviews/${reviewId}`)}
          aria-label={t('openOf', { receipt: receipt ?? '' })}
          className="inline-flex min-h-6 items-center font-medium text-link text-sm underline"
        >
          {t('open')}
        </Link>
      </div>
    </div>
  );
}

/** What is probably the other side of it. */
function Probably({ counterpart: { kind, name, at, status } }: { counterpart: NonNullable<Exception['counterpart']> }) {
  const t = useTranslations('reconciliation.exceptions.probably');
  return (
    <p className="mt-1 text-sm">
      {t.rich(kind, {
        name: name || '—',
        status: status ?? '',
        time: () => <EatTime value={at} format="dateTimeSeconds" />,
      })}
    </p>
  );
}

/** The step that most likely ends it, and the note that always does. */
function Steps({ exception, onAsk }: { exception: Exception; onAsk: (what: Asked['what']) => void }) {
  const t = useTranslations('reconciliation.exceptions');
  const tenant = useTenant();
  const mayWork = usePermission('reviews.work');
  const mayResolve = usePermission('reviews.resolve');
  const { status, receipt, recordableAmount, orderId, counterpart } = exception;
  if (status !== 'open') return null;
  if (orderId) {
    return (
      <Link href={tenantPath(tenant, `approvals/${orderId}`)} className="font-medium text-link text-sm underline">
        {t('waiting')}
      </Link>
    );
  }
  const pages = { payment: 'payments', disbursement: 'payouts' } as const;
  const page = counterpart && counterpart.kind !== 'statement_line' ? pages[counterpart.kind] : undefined;
  const mayRecord = recordableAmount !== null && mayResolve && !page;
  return (
    <>
      {page && (
        <Link href={tenantPath(tenant, `${page}/${counterpart?.id}`)} className={buttonVariants({ size: 'sm' })}>
          {t(`check.${page}`)}
        </Link>
      )}
      {mayRecord && (
        <Button size="sm" onClick={() => onAsk('record')} aria-label={t('recordOf', { receipt: receipt ?? '' })}>
          {t('record')}
        </Button>
      )}
      {mayWork && (
        <Button
          size="sm"
          variant={page || mayRecord ? 'ghost' : 'secondary'}
          onClick={() => onAsk('close')}
          aria-label={t('closeOf', { receipt: receipt ?? '' })}
        >
          {t('close')}
        </Button>
      )}
    </>
  );
}
