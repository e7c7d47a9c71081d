'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import type { TokenRow } from './types.ts';

type Props = { organizationId: string; row: TokenRow; onClose: () => void };

/** Ends a token for ever. */
export function RevokeToken({ organizationId, row: { tokenId, name }, onClose }: Props) {
  const t = useTranslations('reporting-tokens.revoke');
  const revoke = useChange(useTRPC().reportingTokens.revoke.mutationOptions());
  return (
    <Confirmation
      title={t('title', { name })}
      summary={t('summary')}
      tone="danger"
      confirmLabel={t('submit')}
      onConfirm={async () => {
        await revoke.mutateAsync({ organizationId, tokenId });
        toast.success(t('done', { name }));
      }}
      onClose={onClose}
    />
  );
}
