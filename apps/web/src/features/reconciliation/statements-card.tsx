'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Badge, Card, CardHeader, DataTable, type DataTableColumn, EmptyState } from '@tillgate/ui';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ListFoot } from '@/features/lists/list-foot';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { TakeBack } from './take-back.tsx';
import type { StatementRow } from './types.ts';

/** The imports, the newest first. */
export function StatementsCard({ shortcode }: { shortcode: string }) {
  const t = useTranslations('reconciliation.statements');
  const [after, setAfter] = useState<string | null>(null);
  const list = useQuery(
    useTRPC().reconciliation.statements.queryOptions(
      { ...useTenant(), shortcode, ...(after && { statementId: after }) },
      { placeholderData: keepPreviousData },
    ),
  );
  const columns: DataTableColumn<StatementRow>[] = [
    {
      id: 'file',
      header: t('file'),
      cell: ({ fileName }) => <span className="block max-w-64 truncate font-medium">{fileName}</span>,
      phone: 'start',
    },
    {
      id: 'covers',
      header: t('covers'),
      cell: ({ coversFrom, coversTo }) => (
        <>
          <Time value={coversFrom} /> – <Time value={coversTo} />
        </>
      ),
    },
    {
      id: 'lines',
      header: t('lines'),
      cell: ({ lineCount, newLineCount }) =>
        t('ofWhichNew', { lines: formatNumber(lineCount), fresh: formatNumber(newLineCount) }),
    },
    {
      id: 'problems',
      header: t('problems'),
      cell: ({ problemCount }) =>
        problemCount > 0 ? <Badge tone="warning">{t('notUnderstood', { count: problemCount })}</Badge> : '—',
      hideBelow: 'md',
    },
    {
      id: 'imported',
      header: t('imported'),
      cell: ({ importedAt }) => <Time value={importedAt} format="relative" />,
      phone: 'end',
    },
    { id: 'actions', header: <span className="sr-only">{t('takeBack')}</span>, cell: (row) => <TakeBack row={row} /> },
  ];
  return (
    <section aria-labelledby="statements" className="flex flex-col gap-3">
      <Card>
        <CardHeader title={t('title')} titleId="statements" />
        <DataTable
          isEmbedded
          columns={columns}
          rows={list.data?.statements ?? []}
          rowKey={({ statementId }) => statementId}
          isLoading={list.isPending}
          skeletonRows={3}
          empty={
            list.isError ? (
              <LoadError query={list} />
            ) : (
              <EmptyState icon={<FileSpreadsheet />} title={t('empty')} description={t('emptyMore')} />
            )
          }
          caption={t('title')}
        />
      </Card>
      <ListFoot
        page={list.data && { count: list.data.statements.length, newer: after && 'newest', older: list.data.next }}
        isFetching={list.isPlaceholderData}
        turnTo={({ before = null }) => setAfter(before)}
        label={t('title')}
        summary={null}
      />
    </section>
  );
}
