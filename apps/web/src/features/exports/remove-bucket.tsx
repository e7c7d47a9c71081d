'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { BucketRow } from './types.ts';

/** Forgets a bucket and its keys. */
export function RemoveBucket({ row: { bucketId, name }, onClose }: { row: BucketRow; onClose: () => void }) {
  const t = useTranslations('exports.buckets.remove');
  const tenant = useTenant();
  const remove = useChange(useTRPC().buckets.remove.mutationOptions());
  async function confirm() {
    await remove.mutateAsync({ ...tenant, bucketId });
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
