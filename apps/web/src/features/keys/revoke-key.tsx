'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useReauthentication } from '@/features/shell/reauthentication';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { KeyRow } from './types.ts';

/** Ends a key for ever, after its name was typed. */
export function RevokeKey({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const t = useTranslations('keys.revoke');
  const trpc = useTRPC();
  const tenant = useTenant();
  const client = useQueryClient();
  const { run } = useReauthentication();
  const revoke = useMutation(trpc.keys.revoke.mutationOptions());

  async function confirm() {
    await run(() => revoke.mutateAsync({ ...tenant, keyId: row.keyId }));
    await client.invalidateQueries(trpc.keys.list.pathFilter());
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
