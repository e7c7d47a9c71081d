'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

/** Asks before days are emailed no longer. */
export function StopDayMail({ onClose }: { onClose: () => void }) {
  const t = useTranslations('closing.mail');
  const tenant = useTenant();
  const stop = useChange(useTRPC().days.stopMail.mutationOptions());
  return (
    <Confirmation
      title={t('stopTitle')}
      summary={t('stopSummary')}
      confirmLabel={t('stop')}
      onConfirm={async () => {
        await stop.mutateAsync(tenant);
        toast.success(t('stopped'));
      }}
      onClose={onClose}
    />
  );
}
