'use client';

import { useQuery } from '@tanstack/react-query';
import { isOver } from '@tillgate/domain/batches/basics';
import { PageHeader, Skeleton } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { BatchActions } from './batch-actions.tsx';
import { BatchBadge } from './batch-badge.tsx';
import { BatchComparison } from './batch-comparison.tsx';
import { BatchFacts, BatchFigures } from './batch-facts.tsx';
import { BatchRows, type RowView, rowsViewId } from './batch-rows.tsx';
import { BatchState } from './batch-state.tsx';
import { DecideBatch } from './decide-batch.tsx';
import { Findings } from './findings.tsx';
import type { BatchDetail, BatchRow } from './types.ts';

const checkingMs = 1_500;
const refreshMs = 4_000;

/** Somebody decides whether it is paid. */
const weighed: ReadonlySet<BatchDetail['status']> = new Set(['draft', 'awaiting_approval']);

/** How soon a batch can look otherwise. Rows may still be left out, or be open, after it was cancelled. */
function refreshOf(batch: BatchDetail | undefined): number | false {
  if (batch?.status === 'checking') return checkingMs;
  const isSettled = batch && isOver(batch.status) && batch.counts.good === 0 && batch.counts.open === 0;
  return isSettled ? false : refreshMs;
}

/** One payout batch: what was found, who decides, and what became of each row. */
export function BatchPage({ batchId }: { batchId: string }) {
  const t = useTranslations('batches');
  const trpc = useTRPC();
  const tenant = useTenant();
  const batch = useQuery(
    trpc.batches.get.queryOptions({ ...tenant, batchId }, { refetchInterval: ({ state }) => refreshOf(state.data) }),
  );
  const { data } = batch;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        breadcrumbs={
          <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'batches') }, { label: t('batch') }]} />
        }
        title={data?.name ?? t('batch')}
        badge={data && <BatchBadge status={data.status} />}
        actions={data && <BatchActions batch={data} />}
      />
      {data ? (
        <Content batch={data} />
      ) : batch.isError ? (
        <LoadError query={batch} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function Content({ batch }: { batch: BatchDetail }) {
  const [view, setView] = useState<RowView>('all');
  const [excluded, setExcluded] = useState<ReadonlyMap<string, number>>(new Map());
  const toggle = ({ rowId, amount }: BatchRow, isPaid: boolean) => {
    const next = new Map(excluded);
    if (isPaid) next.delete(rowId);
    else next.set(rowId, amount ?? 0);
    setExcluded(next);
  };
  const show = (next: RowView) => {
    setView(next);
    // The keyboard goes on where the eye does.
    document.getElementById(rowsViewId)?.focus({ preventScroll: true });
    document.getElementById('rows')?.scrollIntoView();
  };
  const { order, may, status } = batch;
  return (
    <>
      <BatchState batch={batch} />
      <BatchFigures batch={batch} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {batch.findings && <Findings batch={batch} onShow={show} />}
          {weighed.has(status) && <BatchComparison batchId={batch.batchId} />}
          {may.approve && order && <DecideBatch batch={batch} order={order} excluded={excluded} />}
        </div>
        <BatchFacts batch={batch} />
      </div>
      <BatchRows
        batch={batch}
        view={view}
        onView={setView}
        refreshMs={refreshOf(batch)}
        exclusion={may.approve ? { excluded, toggle } : undefined}
      />
    </>
  );
}
