'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { KeyRow } from './types.ts';

/** Asks a second person again about a key that was rejected or not approved in time. */
export function AskAgain({ row: { keyId, name }, onClose }: { row: KeyRow; onClose: () => void }) {
  const t = useTranslations('keys.waits');
  const tenant = useTenant();
  const ask = useChange(
    useTRPC().keys.askAgain.mutationOptions({ onSuccess: () => toast.success(t('asked', { name })) }),
  );
  return (
    <Confirmation
      title={t('askAgain')}
      summary={t('asksWhom', { name })}
      confirmLabel={t('askAgain')}
      onConfirm={() => ask.mutateAsync({ ...tenant, keyId })}
      onClose={onClose}
    />
  );
}
