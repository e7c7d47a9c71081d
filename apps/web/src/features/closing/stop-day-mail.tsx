'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

/** Asks before days are emailed no longer. */
export function StopDayMail({ onClose }: { onClose: () => void }) {
  const t = useTranslations('closing.mail');
  const trpc = useTRPC();
  const tenant = useTenant();
  const client = useQueryClient();
  const stop = useMutation(trpc.days.stopMail.mutationOptions());
  return (
    <Confirmation
      title={t('stopTitle')}
      summary={t('stopSummary')}
      confirmLabel={t('stop')}
      onConfirm={async () => {
        await stop.mutateAsync(tenant);
        await client.invalidateQueries(trpc.days.mail.pathFilter());
        toast.success(t('stopped'));
      }}
      onClose={onClose}
    />
  );
}
