'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { type MemberRow, personName } from './types.ts';

type Props = { organizationId: string; member: MemberRow; onClose: () => void };

/** Confirms a new role or way in: from then on, what the member decides about money counts. */
export function ConfirmDialog({ organizationId, member, onClose }: Props) {
  const t = useTranslations('members.confirmDialog');
  const name = personName(member);
  const confirm = useChange(
    useTRPC().members.confirm.mutationOptions({ onSuccess: () => toast.success(t('done', { name })) }),
  );
  return (
    <Confirmation
      title={t('title', { name })}
      summary={t('text')}
      confirmLabel={t('confirm')}
      onConfirm={() => confirm.mutateAsync({ organizationId, userId: member.userId })}
      onClose={onClose}
    />
  );
}
