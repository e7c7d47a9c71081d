'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge, Button, DataTable, type DataTableColumn, EmptyState, PhoneLabel } from '@tillgate/ui';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { RevokeDialog } from './end-dialogs.tsx';
import type { InvitationRow, RoleName } from './types.ts';

type Props = { organizationId: string; mayWrite: boolean; grantableRoles: readonly RoleName[] };

/** Seats that were offered and not taken yet. */
export function InvitationsSection({ organizationId, mayWrite, grantableRoles }: Props) {
  const t = useTranslations('members');
  const invitations = useQuery(useTRPC().members.invitations.queryOptions({ organizationId }));
  const [revoking, setRevoking] = useState<InvitationRow>();
  const columns: DataTableColumn<InvitationRow>[] = [
    { id: 'email', header: t('invitations.email'), phone: 'start', cell: ({ email }) => email },
    { id: 'role', header: t('invitations.role'), phone: 'below', cell: ({ role }) => t(`roles.${role}.name`) },
    {
      id: 'sent',
      header: t('invitations.sent'),
      phone: 'hidden',
      hideBelow: 'md',
      cell: ({ invitedAt }) => <Time value={invitedAt} />,
    },
    {
      id: 'ends',
      header: t('invitations.ends'),
      phone: 'below',
      cell: ({ isExpired, expiresAt }) =>
        isExpired ? (
          <Badge tone="warning">{t('invitations.expired')}</Badge>
        ) : (
          <span>
            <PhoneLabel>{t('invitations.ends')}</PhoneLabel>
            <Time value={expiresAt} />
          </span>
        ),
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('invitations.actions')}</span>,
      align: 'right',
      phone: 'end',
      cell: (row) =>
        mayWrite &&
        grantableRoles.includes(row.role) && (
          <InvitationActions organizationId={organizationId} row={row} onRevoke={() => setRevoking(row)} />
        ),
    },
  ];
  return (
    <section aria-labelledby="invitations-title" className="flex flex-col gap-2">
      <h2 id="invitations-title" className="font-semibold text-sm">
        {t('invitations.title')}
      </h2>
      <FormError error={invitations.error} />
      {!invitations.isError && (
        <DataTable
          caption={t('invitations.caption')}
          columns={columns}
          rows={invitations.data ?? []}
          rowKey={({ invitationId }) => invitationId}
          isLoading={invitations.isPending}
          skeletonRows={1}
          density="comfortable"
          empty={
            <EmptyState
              icon={<MailPlus />}
              title={t('invitations.none')}
              description={t('invitations.noneText')}
              className="py-6"
            />
          }
        />
      )}
      {revoking && (
        <RevokeDialog organizationId={organizationId} invitation={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </section>
  );
}

type ActionsProps = { organizationId: string; row: InvitationRow; onRevoke: () => void };

function InvitationActions({ organizationId, row, onRevoke }: ActionsProps) {
  const t = useTranslations('members.invitations');
  const { email, invitationId } = row;
  const resend = useChange(
    useTRPC().members.resendInvitation.mutationOptions({ onSuccess: () => toast.success(t('resent', { email })) }),
  );
  return (
    <div className="flex flex-col items-end gap-1">
      <span className="flex gap-2">
        <Button
          size="sm"
          aria-label={t('resendName', { email })}
          isPending={resend.isPending}
          onClick={() => resend.mutate({ organizationId, invitationId })}
        >
          {t('resend')}
        </Button>
        <Button size="sm" variant="danger-outline" aria-label={t('revokeName', { email })} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      </span>
      <FormError error={resend.error} />
    </div>
  );
}
