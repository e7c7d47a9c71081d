'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useProven } from '@/features/shell/use-proven';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { BucketRow } from './types.ts';
import { useExportsChanged } from './use-exports.ts';

/** Forgets a bucket and its keys. */
export function RemoveBucket({ row: { bucketId, name }, onClose }: { row: BucketRow; onClose: () => void }) {
  const t = useTranslations('exports.buckets.remove');
  const trpc = useTRPC();
  const tenant = useTenant();
  const proven = useProven();
  const changed = useExportsChanged();
  const remove = useMutation(proven(trpc.buckets.remove.mutationOptions()));
  async function confirm() {
    await remove.mutateAsync({ ...tenant, bucketId });
    await changed();
    toast.success(t('done', { name }));
  }
  return (
    <Confirmation
      title={t('title', { name })}
      summary={t('summary')}
      tone="danger"
      confirmLabel={t('submit')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
