'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { isChosen, KeysChoice, type KeysFate, useKeysOf } from './keys-choice.tsx';
import { hasOutlived } from './outlived-dialog.tsx';
import { type InvitationRow, type MemberRow, type Outlived, personName } from './types.ts';

type Common = { organizationId: string; onClose: () => void };

type RemoveProps = Common & { member: MemberRow; onOutlived: (outlived: Outlived) => void };

/** Removes a member, after their address was typed and a choice was made for their keys. */
export function RemoveDialog({ organizationId, member, onOutlived, onClose }: RemoveProps) {
  const t = useTranslations('members.removeDialog');
  const { email, userId } = member;
  const name = personName(member);
  const keys = useKeysOf({ organizationId, userId });
  const remove = useChange(useTRPC().members.remove.mutationOptions({ onError: () => void keys.refetch() }));
  const [fate, setFate] = useState<KeysFate>();
  return (
    <Confirmation
      tone="danger"
      title={t('title', { name })}
      summary={t('text')}
      phrase={{ text: email, label: t('phrase', { email }) }}
      confirmLabel={t('confirm')}
      isIncomplete={!isChosen(keys, fate)}
      onConfirm={async () => {
        const outlived = await remove.mutateAsync({ organizationId, userId, ...(fate && { keys: fate }) });
        toast.success(t('done', { name }));
        if (hasOutlived(outlived)) onOutlived(outlived);
      }}
      onClose={onClose}
    >
      <KeysChoice keys={keys} value={fate} onChange={setFate} />
    </Confirmation>
  );
}

/** Signs a member out of all browsers. */
export function EndSessionsDialog({ organizationId, member, onClose }: Common & { member: MemberRow }) {
  const t = useTranslations('members.sessionsDialog');
  const end = useChange(useTRPC().members.endSessions.mutationOptions());
  const { userId } = member;
  const name = personName(member);
  return (
    <Confirmation
      tone="danger"
      title={t('title', { name })}
      summary={t('text')}
      confirmLabel={t('confirm')}
      onConfirm={async () => {
        const { ended } = await end.mutateAsync({ organizationId, userId });
        toast.success(t('done', { name, count: ended }));
      }}
      onClose={onClose}
    />
  );
}

/** Gives up one's own seat, after one's address was typed. */
export function LeaveDialog({ organizationId, email, onClose }: Common & { email: string }) {
  const t = useTranslations('members.leaveDialog');
  const leave = useMutation(useTRPC().members.leave.mutationOptions());
  return (
    <Confirmation
      tone="danger"
      title={t('title')}
      summary={t('text')}
      phrase={{ text: email, label: t('phrase', { email }) }}
      confirmLabel={t('confirm')}
      onConfirm={async () => {
        await leave.mutateAsync({ organizationId });
        // Nothing of this organization may be shown any more.
        window.location.assign('/');
      }}
      onClose={onClose}
    />
  );
}

/** Takes an open invitation back. */
export function RevokeDialog({ organizationId, invitation, onClose }: Common & { invitation: InvitationRow }) {
  const t = useTranslations('members.invitations');
  const revoke = useChange(useTRPC().members.revokeInvitation.mutationOptions());
  const { email, invitationId } = invitation;
  return (
    <Confirmation
      tone="danger"
      title={t('revokeTitle')}
      summary={t('revokeText', { email })}
      confirmLabel={t('revokeConfirm')}
      onConfirm={async () => {
        await revoke.mutateAsync({ organizationId, invitationId });
        toast.success(t('revoked', { email }));
      }}
      onClose={onClose}
    />
  );
}
