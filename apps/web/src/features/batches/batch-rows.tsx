'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Badge,
  buttonVariants,
  Card,
  CardHeader,
  Checkbox,
  DataTable,
  type DataTableColumn,
  EmptyState,
  Select,
  type Tone,
} from '@tillgate/ui';
import { Download, ListChecks } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { ListFoot } from '@/features/lists/list-foot';
import { Person } from '@/features/lists/person';
import { LoadError } from '@/features/shell/load-error';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { useTRPC } from '@/trpc/client';
import { RowNotes } from './row-notes.tsx';
import type { BatchDetail, BatchRow } from './types.ts';

export const rowViews = ['all', 'look', 'good', 'refused', 'skipped', 'paid', 'open', 'failed'] as const;
export type RowView = (typeof rowViews)[number];

/** The control that says which rows are shown. */
export const rowsViewId = 'rows-view';

/** Rows that an approver leaves out, with their amounts. */
export type Excluded = ReadonlyMap<string, number>;

type Props = {
  batch: BatchDetail;
  view: RowView;
  onView: (view: RowView) => void;
  refreshMs: number | false;
  /** Where the reader may leave rows out. */
  exclusion?: { excluded: Excluded; toggle: (row: BatchRow, isPaid: boolean) => void } | undefined;
};

/** The rows of a batch, in the order of the list. */
export function BatchRows({ batch, view, onView, refreshMs, exclusion }: Props) {
  const t = useTranslations('batches.rows');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayOpen = usePermission('payouts.read');
  const [place, setPlace] = useState<{ view: RowView; before?: string; after?: string }>({ view });
  const { view: of, ...cursor } = place;
  const rows = useQuery(
    trpc.batches.rows.queryOptions(
      { ...tenant, batchId: batch.batchId, ...filterOf(view), ...(of === view && cursor) },
      { placeholderData: keepPreviousData, refetchInterval: refreshMs },
    ),
  );
  const { data, refetch } = rows;
  // What it ended with is newer than the last look at its rows.
  const { status, counts } = batch;
  const look = `${status} ${counts.good} ${counts.open}`;
  useEffect(() => void (look && refetch()), [look, refetch]);
  const columns = useColumns();
  const payColumn = usePayColumn(exclusion);
  return (
    <section id="rows" className="flex scroll-mt-20 flex-col gap-2">
      <Card>
        <CardHeader
          title={t('title')}
          actions={
            <>
              <Select
                id={rowsViewId}
                aria-label={t('filter')}
                value={view}
                onValueChange={(value) => onView(rowViews.find((each) => each === value) ?? 'all')}
                options={rowViews.map((value) => ({ value, label: t(`filters.${value}`) }))}
              />
              <ExportButton list="batch_rows" input={{ batchId: batch.batchId }} />
              <PdfLink batchId={batch.batchId} />
            </>
          }
        />
        <DataTable
          isEmbedded
          caption={t('title')}
          columns={payColumn ? [payColumn, ...columns] : columns}
          rows={data?.rows ?? []}
          rowKey={({ rowId }) => rowId}
          getRowHref={({ disbursementId }) =>
            disbursementId && mayOpen ? tenantPath(tenant, `payouts/${disbursementId}`) : undefined
          }
          isLoading={rows.isPending}
          isStale={rows.isPlaceholderData}
          empty={
            rows.isError ? (
              <LoadError query={rows} />
            ) : (
              <EmptyState icon={<ListChecks />} title={t('empty')} description={t('emptyMore')} />
            )
          }
        />
      </Card>
      {data && (data.older || data.newer) && (
        <ListFoot
          page={{ ...data, count: data.rows.length }}
          isFetching={rows.isPlaceholderData}
          turnTo={({ before, after }) => setPlace({ view, ...(before && { before }), ...(after && { after }) })}
        />
      )}
    </section>
  );
}

/** Downloads the results as a PDF. It takes what the other files take. */
function PdfLink({ batchId }: { batchId: string }) {
  const t = useTranslations('batches.pdf');
  const { applicationId, environment } = useTenant();
  return (
    <Permitted permission="exports.use">
      <a
        href={`/api/payout-batches/${applicationId}/${environment}/${batchId}`}
        download
        className={buttonVariants({ variant: 'secondary' })}
      >
        <Download aria-hidden="true" />
        {t('download')}
      </a>
    </Permitted>
  );
}

function filterOf(view: RowView) {
  if (view === 'all') return {};
  return view === 'look' ? { look: 'warned' as const } : { state: view };
}

const tones: Record<NonNullable<BatchRow['outcome']> | BatchRow['state'], Tone> = {
  good: 'neutral',
  refused: 'danger',
  skipped: 'neutral',
  handed: 'info',
  paid: 'success',
  open: 'warning',
  failed: 'danger',
};

function useColumns(): DataTableColumn<BatchRow>[] {
  const t = useTranslations('batches');
  return [
    {
      id: 'number',
      header: t('rows.number'),
      width: '4.5rem',
      hideBelow: 'sm',
      phone: 'below',
      cell: ({ number }) => number,
    },
    {
      id: 'person',
      header: t('rows.person'),
      width: 'clamp(9rem, 24cqw, 14rem)',
      phone: 'start',
      cell: (row) => <Receiver row={row} />,
    },
    {
      id: 'amount',
      header: t('rows.amount'),
      width: '8rem',
      align: 'right',
      phone: 'end',
      cell: ({ amount }) => <span className="tabular-nums">{amount === null ? '—' : formatMoney(amount)}</span>,
    },
    {
      id: 'state',
      header: t('rows.state'),
      width: '8rem',
      phone: 'below',
      cell: ({ state, outcome }) => <Badge tone={tones[outcome ?? state]}>{t(`states.${outcome ?? state}`)}</Badge>,
    },
    {
      id: 'notes',
      header: t('rows.notes'),
      isLong: true,
      phone: 'foot',
      cell: (row) => (
        <span className="max-sm:w-full">
          <RowNotes row={row} />
        </span>
      ),
    },
    {
      id: 'receipt',
      header: t('rows.receipt'),
      width: '8rem',
      mono: true,
      hideBelow: 'lg',
      phone: 'below',
      cell: ({ receipt }) => receipt,
    },
  ];
}

/** Whom a row pays: as the list has it. */
function Receiver({ row: { name, phone, reference } }: { row: BatchRow }) {
  const t = useTranslations('batches.rows');
  return (
    <Person name={name}>
      {phone ?? t('unread')}
      {reference !== null && ` · ${reference}`}
    </Person>
  );
}

function usePayColumn(exclusion: Props['exclusion']): DataTableColumn<BatchRow> | undefined {
  const t = useTranslations('batches.rows');
  if (!exclusion) return undefined;
  return {
    id: 'pay',
    isControl: true,
    header: t('pay'),
    width: '4rem',
    cell: (row) =>
      row.state === 'good' && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is in it
        <label className="-m-2 grid cursor-pointer place-items-center p-2 pointer-coarse:-m-3 pointer-coarse:p-3">
          <Checkbox
            aria-label={t('exclude', { number: row.number })}
            checked={!exclusion.excluded.has(row.rowId)}
            onCheckedChange={(isPaid) => exclusion.toggle(row, isPaid)}
          />
        </label>
      ),
  };
}
