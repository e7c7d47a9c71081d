'use client';

import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { toast } from '@/features/shell/toast';
import { useTRPC } from '@/trpc/client';
import { messageOf } from '@/trpc/errors';
import { type InvitationRow, type MemberRow, personName } from './types.ts';
import { useMembersChange } from './use-members-change.ts';

type Common = { organizationId: string; onClose: () => void };

/** Takes a member's seat away, after their address was typed. */
export function RemoveDialog({ organizationId, member, onClose }: Common & { member: MemberRow }) {
  const t = useTranslations('members.removeDialog');
  const remove = useMutation(useTRPC().members.remove.mutationOptions());
  const { attempt } = useMembersChange();
  const { email, userId } = member;
  const name = personName(member);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t('title', { name })}
      summary={t('text')}
      phrase={{ text: email, label: t('phrase', { email }) }}
      confirmLabel={t('confirm')}
      errorText={messageOf}
      onConfirm={async () => {
        await attempt(() => remove.mutateAsync({ organizationId, userId }));
        toast.success(t('done', { name }));
      }}
    />
  );
}

/** Gives up one's own seat, after one's address was typed. */
export function LeaveDialog({ organizationId, email, onClose }: Common & { email: string }) {
  const t = useTranslations('members.leaveDialog');
  const leave = useMutation(useTRPC().members.leave.mutationOptions());
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t('title')}
      summary={t('text')}
      phrase={{ text: email, label: t('phrase', { email }) }}
      confirmLabel={t('confirm')}
      errorText={messageOf}
      onConfirm={async () => {
        await leave.mutateAsync({ organizationId });
        // Nothing of this organization may be shown any more.
        window.location.assign('/');
      }}
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
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      tone="danger"
      title={t('revokeTitle')}
      summary={t('revokeText', { email })}
      confirmLabel={t('revokeConfirm')}
      errorText={messageOf}
      onConfirm={async () => {
        await attempt(() => revoke.mutateAsync({ organizationId, invitationId }));
        toast.success(t('revoked', { email }));
      }}
    />
  );
}
