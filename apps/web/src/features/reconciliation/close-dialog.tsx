'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { Exception } from './types.ts';

/** Ends an exception with a note: it changes no money. */
export function CloseDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const t = useTranslations('reconciliation.close');
  const tenant = useTenant();
  const clear = useChange(useTRPC().reviews.clear.mutationOptions());
  return (
    <Confirmation
      title={t('title')}
      summary={t(`summary.${exception.reason}`)}
      confirmLabel={t('confirm')}
      reason={{ label: t('note'), description: t('noteHelp'), required: true }}
      onConfirm={({ reason: note }) => clear.mutateAsync({ ...tenant, reviewId: exception.reviewId, note })}
      onClose={onClose}
    />
  );
}
