'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buttonVariants, DataTable, EmptyState } from '@tillgate/ui';
import { FileDown } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { ListFoot } from '@/features/lists/list-foot';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { useFileColumns } from './file-columns.tsx';
import { isOpen } from './use-exports.ts';

const openMs = 1_500;
const calmMs = 10_000;
const parameters = ['before'] as const;

/** The exports, newest first. Those under way are followed. */
export function FilesTab() {
  const t = useTranslations('exports.files');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [{ before }, setAddress] = useAddress(parameters);
  const list = useQuery(
    trpc.exports.list.queryOptions(
      { ...tenant, before: before || undefined },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.exports.some(isOpen) ? openMs : calmMs),
      },
    ),
  );
  const rows = list.data?.exports ?? [];
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        caption={t('caption')}
        columns={useFileColumns()}
        rows={rows}
        rowKey={({ exportId }) => exportId}
        density="comfortable"
        isLoading={list.isPending}
        skeletonRows={6}
        empty={list.isError ? <LoadError query={list} /> : <NoExports isFirstPage={!before} />}
      />
      <ListFoot
        page={list.data && { count: rows.length, newer: before ? 'newest' : null, older: list.data.next }}
        isFetching={list.isPlaceholderData}
        // The server pages towards older exports only. The other way leads back to the newest.
        turnTo={({ before: place }) => setAddress({ before: place })}
      />
    </div>
  );
}

function NoExports({ isFirstPage }: { isFirstPage: boolean }) {
  const t = useTranslations('exports.files');
  const tenant = useTenant();
  if (!isFirstPage) return <EmptyState title={t('noMore')} />;
  return (
    <EmptyState
      icon={<FileDown />}
      title={t('empty')}
      description={t('emptyMore')}
      action={
        <Link href={tenantPath(tenant, 'payments')} className={buttonVariants()}>
          {t('emptyAction')}
        </Link>
      }
    />
  );
}
