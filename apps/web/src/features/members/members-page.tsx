'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, KeyValueList, PageHeader, Panel } from '@tillgate/ui';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { usePermission } from '@/features/shell/use-permission';
import { useTRPC } from '@/trpc/client';
import { InvitationsSection } from './invitations-section.tsx';
import { type MemberAct, MembersTable } from './members-table.tsx';
import { SignInRuleCard } from './sign-in-rule-card.tsx';
import type { MemberRow, Outlived } from './types.ts';

const InviteDialog = onDemand(() => import('./invite-dialog.tsx').then((part) => part.InviteDialog));
const RoleDialog = onDemand(() => import('./role-dialog.tsx').then((part) => part.RoleDialog));
const RemoveDialog = onDemand(() => import('./end-dialogs.tsx').then((part) => part.RemoveDialog));
const LeaveDialog = onDemand(() => import('./end-dialogs.tsx').then((part) => part.LeaveDialog));
const ConfirmDialog = onDemand(() => import('./confirm-dialog.tsx').then((part) => part.ConfirmDialog));
const EndSessionsDialog = onDemand(() => import('./end-dialogs.tsx').then((part) => part.EndSessionsDialog));
const OutlivedDialog = onDemand(() => import('./outlived-dialog.tsx').then((part) => part.OutlivedDialog));

type Act = { kind: 'invite' } | { kind: MemberAct; member: MemberRow };

/** Who belongs to the organization of this application. */
export function MembersPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations('members');
  const mayWrite = usePermission('members.write');
  const list = useQuery(useTRPC().members.list.queryOptions({ organizationId }));
  const [act, setAct] = useState<Act>();
  const [outlived, setOutlived] = useState<Outlived>();
  const roles = list.data?.grantableRoles ?? [];
  const close = () => setAct(undefined);
  const failed = list.isError && <LoadError query={list} />;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          mayWrite && (
            <Button variant="primary" icon={<UserPlus />} onClick={() => setAct({ kind: 'invite' })}>
              {t('invite')}
            </Button>
          )
        }
      />
      <MembersTable
        rows={list.data?.members ?? []}
        isLoading={list.isPending}
        ownUserId={list.data?.ownUserId}
        mayWrite={mayWrite}
        empty={failed}
        onAct={(kind, member) => setAct({ kind, member })}
      />
      <InvitationsSection organizationId={organizationId} mayWrite={mayWrite} grantableRoles={roles} />
      <SignInRuleCard organizationId={organizationId} />
      <RolesCard />
      {act?.kind === 'invite' && <InviteDialog organizationId={organizationId} roles={roles} onClose={close} />}
      {act?.kind === 'role' && (
        <RoleDialog
          organizationId={organizationId}
          member={act.member}
          roles={roles}
          onOutlived={setOutlived}
          onClose={close}
        />
      )}
      {act?.kind === 'remove' && (
        <RemoveDialog organizationId={organizationId} member={act.member} onOutlived={setOutlived} onClose={close} />
      )}
      {act?.kind === 'confirm' && <ConfirmDialog organizationId={organizationId} member={act.member} onClose={close} />}
      {act?.kind === 'sessions' && (
        <EndSessionsDialog organizationId={organizationId} member={act.member} onClose={close} />
      )}
      {outlived && <OutlivedDialog outlived={outlived} onClose={() => setOutlived(undefined)} />}
      {act?.kind === 'leave' && (
        <LeaveDialog organizationId={organizationId} email={act.member.email} onClose={close} />
      )}
    </div>
  );
}

const allRoles = ['owner', 'admin', 'developer', 'finance', 'support'] as const;

function RolesCard() {
  const t = useTranslations('members');
  return (
    <Panel title={t('rolesCard.title')}>
      <KeyValueList
        items={allRoles.map((role) => ({
          key: role,
          label: t(`roles.${role}.name`),
          value: t(`roles.${role}.text`),
        }))}
      />
    </Panel>
  );
}
