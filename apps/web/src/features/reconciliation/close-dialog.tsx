'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { Exception } from './types.ts';
import { useRefresh } from './use-refresh.ts';

/** Ends an exception with a note: it changes no money. */
export function CloseDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const t = useTranslations('reconciliation.close');
  const tenant = useTenant();
  const refresh = useRefresh();
  const clear = useMutation(useTRPC().reviews.clear.mutationOptions());
  return (
    <Confirmation
      title={t('title')}
      summary={t(`summary.${exception.reason}`)}
      confirmLabel={t('confirm')}
      reason={{ label: t('note'), description: t('noteHelp'), required: true }}
      onConfirm={async ({ reason: note }) => {
        await clear.mutateAsync({ ...tenant, reviewId: exception.reviewId, note });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
