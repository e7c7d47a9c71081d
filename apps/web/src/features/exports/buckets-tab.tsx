'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, DataTable, EmptyState } from '@tillgate/ui';
import { Cloud, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useErrorToast } from '@/features/shell/use-message-of';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { useBucketColumns } from './bucket-columns.tsx';
import type { BucketAct, BucketRow } from './types.ts';

const AddBucket = onDemand(() => import('./add-bucket.tsx').then((part) => part.AddBucket));
const ReplaceBucketKeys = onDemand(() => import('./replace-bucket-keys.tsx').then((part) => part.ReplaceBucketKeys));
const RemoveBucket = onDemand(() => import('./remove-bucket.tsx').then((part) => part.RemoveBucket));

const openMs = 1_500;
const calmMs = 15_000;

type Act = { kind: 'add' } | { kind: Exclude<BucketAct, 'test'>; row: BucketRow };

/** The buckets that files can go into, by name. A file on its way is followed. */
export function BucketsTab() {
  const t = useTranslations('exports.buckets');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayWrite = usePermission('exports.buckets');
  const [act, setAct] = useState<Act>();
  const list = useQuery(
    trpc.buckets.list.queryOptions(tenant, {
      refetchInterval: ({ state }) => (state.data?.some(({ last }) => last?.status === 'due') ? openMs : calmMs),
    }),
  );
  const test = useChange(trpc.buckets.test.mutationOptions({ onError: useErrorToast() }));
  const onAct = (kind: BucketAct, row: BucketRow) => {
    if (kind !== 'test') return setAct({ kind, row });
    const onSuccess = () => toast.success(t('tested', { name: row.name }));
    test.mutate({ ...tenant, bucketId: row.bucketId }, { onSuccess });
  };
  const close = () => setAct(undefined);
  const add = mayWrite && (
    <Button variant="primary" icon={<Plus />} onClick={() => setAct({ kind: 'add' })}>
      {t('add.open')}
    </Button>
  );
  const rows = list.data ?? [];
  return (
    <div className="flex flex-col gap-3">
      {rows.length > 0 && add && <div className="self-end">{add}</div>}
      <DataTable
        caption={t('caption')}
        columns={useBucketColumns(mayWrite ? onAct : undefined)}
        rows={rows}
        rowKey={({ bucketId }) => bucketId}
        density="comfortable"
        isLoading={list.isPending}
        skeletonRows={2}
        empty={list.isError ? <LoadError query={list} /> : <NoBuckets action={add} />}
      />
      {act?.kind === 'add' && <AddBucket onClose={close} />}
      {act?.kind === 'replaceKeys' && <ReplaceBucketKeys row={act.row} onClose={close} />}
      {act?.kind === 'remove' && <RemoveBucket row={act.row} onClose={close} />}
    </div>
  );
}

function NoBuckets({ action }: { action: ReactNode }) {
  const t = useTranslations('exports.buckets');
  return (
    <EmptyState
      icon={<Cloud />}
      title={t('empty')}
      description={action ? t('emptyMore') : t('emptyOthers')}
      action={action}
    />
  );
}
