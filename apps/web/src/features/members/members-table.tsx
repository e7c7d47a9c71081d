'use client';

import { Badge, DataTable, type DataTableColumn, DropdownMenuItem, PhoneLabel } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { MoreMenu } from '@/features/shell/more-menu';
import { Time } from '@/format';
import { type MemberRow, personName } from './types.ts';

export type MemberAct = 'role' | 'confirm' | 'sessions' | 'remove' | 'leave';

type Props = {
  rows: readonly MemberRow[];
  isLoading: boolean;
  ownUserId: string | undefined;
  mayWrite: boolean;
  empty: ReactNode;
  onAct: (act: MemberAct, member: MemberRow) => void;
};

/** Everybody who belongs here. */
export function MembersTable({ rows, isLoading, ownUserId, mayWrite, empty, onAct }: Props) {
  const t = useTranslations('members');
  const columns: DataTableColumn<MemberRow>[] = [
    {
      id: 'person',
      header: t('table.person'),
      phone: 'start',
      cell: (member) => <Person member={member} isOwn={member.userId === ownUserId} />,
    },
    {
      id: 'role',
      header: t('table.role'),
      phone: 'below',
      cell: ({ role, newUntil }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <Badge tone={role === 'owner' ? 'info' : 'neutral'}>{t(`roles.${role}.name`)}</Badge>
          {newUntil && (
            <span className="text-muted-foreground text-xs">
              {t.rich('table.newUntil', { time: () => <Time value={newUntil} /> })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'factor',
      header: t('table.factor'),
      phone: 'hidden',
      hideBelow: 'md',
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? t('table.on') : t('table.off')),
    },
    {
      id: 'seen',
      header: t('table.seen'),
      phone: 'below',
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? (
          <span>
            <PhoneLabel>{t('table.seen')}</PhoneLabel>
            <Time value={lastSeenAt} format="relative" />
          </span>
        ) : (
          t('table.never')
        ),
    },
    {
      id: 'joined',
      header: t('table.joined'),
      phone: 'hidden',
      hideBelow: 'lg',
      cell: ({ joinedAt }) => <Time value={joinedAt} format="date" />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('table.actions')}</span>,
      align: 'right',
      phone: 'end',
      cell: (member) => (
        <MemberMenu
          member={member}
          isOwn={member.userId === ownUserId}
          mayChange={mayWrite && member.isChangeable}
          onAct={(act) => onAct(act, member)}
        />
      ),
    },
  ];
  return (
    <DataTable
      caption={t('table.caption')}
      columns={columns}
      rows={rows}
      rowKey={({ userId }) => userId}
      isLoading={isLoading}
      skeletonRows={4}
      density="comfortable"
      empty={empty}
    />
  );
}

function Person({ member, isOwn }: { member: MemberRow; isOwn: boolean }) {
  const t = useTranslations('members.table');
  return (
    <span className="flex min-w-0 flex-col leading-tight">
      <span className="flex items-center gap-2">
        <span className="truncate font-medium">{personName(member)}</span>
        {isOwn && <Badge>{t('you')}</Badge>}
      </span>
      {member.name && <span className="truncate text-muted-foreground text-xs">{member.email}</span>}
    </span>
  );
}

type MenuProps = { member: MemberRow; isOwn: boolean; mayChange: boolean; onAct: (act: MemberAct) => void };

function MemberMenu({ member, isOwn, mayChange, onAct }: MenuProps) {
  const t = useTranslations('members.actions');
  if (!mayChange && !isOwn) return null;
  return (
    <MoreMenu label={t('of', { name: personName(member) })}>
      {mayChange && <DropdownMenuItem onSelect={() => onAct('role')}>{t('changeRole')}</DropdownMenuItem>}
      {mayChange && member.isConfirmable && (
        <DropdownMenuItem onSelect={() => onAct('confirm')}>{t('confirm')}</DropdownMenuItem>
      )}
      {mayChange && !isOwn && (
        <DropdownMenuItem onSelect={() => onAct('sessions')}>{t('endSessions')}</DropdownMenuItem>
      )}
      {isOwn ? (
        <DropdownMenuItem tone="danger" onSelect={() => onAct('leave')}>
          {t('leave')}
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem tone="danger" onSelect={() => onAct('remove')}>
          {t('remove')}
        </DropdownMenuItem>
      )}
    </MoreMenu>
  );
}
