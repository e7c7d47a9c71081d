'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useTRPC } from '@/trpc/client';
import { type InvitationRow, type KeyLeft, type MemberRow, personName } from './types.ts';
import { useMembersChange } from './use-members-change.ts';

type Common = { organizationId: string; onClose: () => void };

type RemoveProps = Common & { member: MemberRow; onKeysLeft: (keys: KeyLeft[]) => void };

/** Takes a member's seat away, after their address was typed. Tells which of their keys go on working. */
export function RemoveDialog({ organizationId, member, onKeysLeft, onClose }: RemoveProps) {
  const t = useTranslations('members.removeDialog');
  const remove = useMutation(useTRPC().members.remove.mutationOptions());
  const { attempt } = useMembersChange();
  const { email, userId } = member;
  const name = personName(member);
  return (
    <Confirmation
      tone="danger"
      title={t('title', { name })}
      summary={t('text')}
      phrase={{ text: email, label: t('phrase', { email }) }}
      confirmLabel={t('confirm')}
      onConfirm={async () => {
        const { liveKeys } = await attempt(() => remove.mutateAsync({ organizationId, userId }));
        toast.success(t('done', { name }));
        if (liveKeys.length > 0) onKeysLeft(liveKeys);
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
  const revoke = useMutation(useTRPC().members.revokeInvitation.mutationOptions());
  const { attempt } = useMembersChange();
  const { email, invitationId } = invitation;
  return (
    <Confirmation
      tone="danger"
      title={t('revokeTitle')}
      summary={t('revokeText', { email })}
      confirmLabel={t('revokeConfirm')}
      onConfirm={async () => {
        await attempt(() => revoke.mutateAsync({ organizationId, invitationId }));
        toast.success(t('revoked', { email }));
      }}
      onClose={onClose}
    />
  );
}
