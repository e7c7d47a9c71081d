'use client';

import { Badge, DataTable, type DataTableColumn, DropdownMenuItem, PhoneLabel } from '@tillgate/ui';
import { Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { MoreMenu } from '@/features/shell/more-menu';
import { Time } from '@/format';
import type { TokenRow } from './types.ts';

type Props = {
  rows: TokenRow[];
  isLoading: boolean;
  empty: ReactNode;
  /** Absent for people who may not revoke tokens. */
  onRevoke: ((row: TokenRow) => void) | undefined;
};

const tones = { live: 'success', expired: 'neutral', revoked: 'danger' } as const;

export function TokensTable({ rows, isLoading, empty, onRevoke }: Props) {
  const t = useTranslations('reporting-tokens');
  const actorName = useActorName();
  const columns: DataTableColumn<TokenRow>[] = [
    {
      id: 'name',
      header: t('columns.name'),
      isLong: true,
      cell: ({ name, lastFour }) => (
        <span className="flex min-w-0 flex-col">
          <span className="wrap-anywhere font-medium">{name}</span>
          <span className="font-mono text-muted-foreground text-xs">{`mp_report_…${lastFour}`}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('columns.state'),
      width: '9rem',
      phone: 'end',
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      id: 'reads',
      header: t('columns.reads'),
      cell: ({ application }) => <span className="truncate">{application?.name ?? t('allApplications')}</span>,
    },
    {
      id: 'lastUsed',
      header: t('columns.lastUsed'),
      width: '9.5rem',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <span>
            <PhoneLabel>{t('columns.lastUsed')}</PhoneLabel>
            <Time value={lastUsedAt} format="relative" />
          </span>
        ) : (
          <span className="text-muted-foreground">{t('neverUsed')}</span>
        ),
    },
    {
      id: 'ends',
      header: t('columns.ends'),
      width: '9rem',
      cell: ({ revokedAt, expiresAt }) => (
        <span>
          <PhoneLabel>{t('columns.ends')}</PhoneLabel>
          <Time value={revokedAt ?? expiresAt} format="date" />
        </span>
      ),
    },
    {
      id: 'created',
      header: t('columns.created'),
      hideBelow: 'lg',
      width: '10rem',
      phone: 'hidden',
      cell: ({ createdAt, createdBy }) => (
        <span className="flex flex-col">
          <Time value={createdAt} format="date" />
          <span className="truncate text-muted-foreground">{actorName(createdBy)}</span>
        </span>
      ),
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('columns.actions')}</span>,
      align: 'right',
      width: '4.5rem',
      phone: 'end',
      cell: (row) =>
        onRevoke &&
        row.state === 'live' && (
          <MoreMenu label={t('menu', { name: row.name })}>
            <DropdownMenuItem icon={<Ban />} tone="danger" onSelect={() => onRevoke(row)}>
              {t('revoke.open')}
            </DropdownMenuItem>
          </MoreMenu>
        ),
    },
  ];
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ tokenId }) => tokenId}
      isLoading={isLoading}
      skeletonRows={3}
      density="comfortable"
      empty={empty}
    />
  );
}
