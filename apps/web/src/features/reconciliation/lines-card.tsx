'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Badge,
  Card,
  CardHeader,
  DataTable,
  type DataTableColumn,
  EmptyState,
  Pagination,
  SegmentedControl,
} from '@tillgate/ui';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { digitsText } from './cents.ts';
import { EatTime } from './eat-time.tsx';
import type { Line } from './types.ts';

const views = ['all', 'open'] as const;

/** The lines of a day in order, each with its match and exceptions. */
export function LinesCard({ shortcode, day }: { shortcode: string; day: string }) {
  const t = useTranslations('reconciliation.lines');
  const [only, setOnly] = useState<(typeof views)[number]>('all');
  /** Where each page begins, the shown one last. */
  const [places, setPlaces] = useState<string[]>([]);
  const lineId = places.at(-1);
  const list = useQuery(
    useTRPC().reconciliation.lines.queryOptions(
      { ...useTenant(), shortcode, day, only, ...(lineId && { lineId }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const next = list.data?.next;
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <CardHeader
          title={t('title')}
          description={t('times')}
          actions={
            <SegmentedControl
              label={t('which')}
              size="sm"
              value={only}
              options={views.map((value) => ({ value, label: t(value) }))}
              onValueChange={(value) => {
                setOnly(value);
                setPlaces([]);
              }}
            />
          }
        />
        <DataTable
          isEmbedded
          columns={useColumns()}
          rows={list.data?.lines ?? []}
          rowKey={(line) => line.lineId}
          isLoading={list.isPending}
          skeletonRows={5}
          density="compact"
          empty={
            list.isError ? (
              <LoadError query={list} />
            ) : (
              <EmptyState icon={<ListChecks />} title={t(`empty.${only}`)} description={t(`emptyMore.${only}`)} />
            )
          }
          caption={t('title')}
        />
      </Card>
      {(next || places.length > 0) && (
        <Pagination
          label={t('title')}
          isLoading={list.isPlaceholderData}
          newerLabel={t('earlier')}
          olderLabel={t('later')}
          onNewer={places.length > 0 ? () => setPlaces(places.slice(0, -1)) : undefined}
          onOlder={next ? () => setPlaces([...places, next]) : undefined}
        />
      )}
    </div>
  );
}

function useColumns(): DataTableColumn<Line>[] {
  const t = useTranslations('reconciliation.lines');
  return [
    {
      id: 'receipt',
      header: t('receipt'),
      cell: ({ receipt, completedAt }) => (
        <span className="flex flex-col">
          <span className="font-mono">{receipt}</span>
          <span className="text-muted-foreground text-xs">
            <EatTime value={completedAt} />
          </span>
        </span>
      ),
      phone: 'start',
    },
    {
      id: 'what',
      header: t('what'),
      cell: ({ kind, otherParty, details }) => (
        <span className="block max-w-28 xl:max-w-56 2xl:max-w-md">
          <span className="block">{t(`kinds.${kind}`)}</span>
          <span className="block truncate text-muted-foreground text-xs">{otherParty || details}</span>
        </span>
      ),
      phone: 'below',
    },
    {
      id: 'sum',
      header: t('sum'),
      cell: ({ inCents, outCents }) => <span className="whitespace-nowrap">{digitsText(inCents - outCents)}</span>,
      align: 'right',
      phone: 'end',
    },
    {
      id: 'balance',
      header: t('balance'),
      cell: ({ balanceCents }) => (
        <span className="whitespace-nowrap">{balanceCents === null ? '—' : digitsText(balanceCents)}</span>
      ),
      align: 'right',
      phone: 'below',
    },
    { id: 'state', header: t('state'), cell: (line) => <State line={line} /> },
  ];
}

/** What the line was matched with, or why it stands alone. */
function State({ line }: { line: Line }) {
  const t = useTranslations('reconciliation.lines');
  const reasons = useTranslations('reviews.reasons');
  const tenant = useTenant();
  const open = line.exceptions.find(({ status }) => status === 'open');
  if (open) {
    return (
      <Link href={tenantPath(tenant, `reviews/${open.reviewId}`)} className="underline">
        <Badge tone="warning">{reasons(open.reason)}</Badge>
      </Link>
    );
  }
  const { paymentId, disbursementId, matchedBy } = line;
  const path = paymentId ? `payments/${paymentId}` : disbursementId ? `payouts/${disbursementId}` : undefined;
  if (path) {
    return (
      <Link href={tenantPath(tenant, path)} className="underline">
        <Badge tone="success">{t(`matched.${matchedBy ?? 'receipt'}`)}</Badge>
      </Link>
    );
  }
  return <Badge>{t(line.exceptions.length > 0 ? 'explained' : 'alone')}</Badge>;
}
