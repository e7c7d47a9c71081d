'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { KeyRow } from './types.ts';

/** Ends a key for ever, after its name was typed. */
export function RevokeKey({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const t = useTranslations('keys.revoke');
  const tenant = useTenant();
  const revoke = useChange(useTRPC().keys.revoke.mutationOptions());

  async function confirm() {
    await revoke.mutateAsync({ ...tenant, keyId: row.keyId });
    toast.success(t('done', { name: row.name }));
  }

  return (
    <Confirmation
      title={t('title', { name: row.name })}
      summary={t('summary')}
      tone="danger"
      confirmLabel={t('submit')}
      phrase={{ text: row.name, label: t('phrase', { name: row.name }) }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-muted-foreground text-sm">
        {row.lastUsedAt ? (
          <>
            {t('lastUsed')} <Time value={row.lastUsedAt} format="relative" />
          </>
        ) : (
          t('neverUsed')
        )}
      </p>
    </Confirmation>
  );
}
