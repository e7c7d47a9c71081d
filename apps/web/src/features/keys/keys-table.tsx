'use client';

import { Badge, DataTable, type DataTableColumn, DropdownMenuItem, PhoneLabel } from '@tillgate/ui';
import { Ban, RotateCw, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { Link } from '@/features/shell/link';
import { MoreMenu } from '@/features/shell/more-menu';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { scopes as allScopes, needsGrant } from './scopes.ts';
import type { KeyRow } from './types.ts';

export type KeyAct = 'rotate' | 'revoke' | 'askAgain';

type Props = {
  rows: KeyRow[];
  isLoading: boolean;
  empty: ReactNode;
  /** Absent for people who may not change keys. */
  onAct: ((kind: KeyAct, row: KeyRow) => void) | undefined;
};

const tones = { live: 'success', expired: 'neutral', revoked: 'danger' } as const;
const prefixes = { sandbox: 'mp_test_', production: 'mp_live_' } as const;

export function KeysTable({ rows, isLoading, empty, onAct }: Props) {
  const t = useTranslations('keys');
  const actorName = useActorName();
  const { environment } = useTenant();
  const columns: DataTableColumn<KeyRow>[] = [
    {
      id: 'name',
      header: t('columns.name'),
      cell: ({ name, lastFour }) => (
        <span className="flex flex-col">
          <span className="truncate font-medium">{name}</span>
          <span className="font-mono text-muted-foreground text-xs">{`${prefixes[environment]}…${lastFour}`}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('columns.state'),
      width: '9rem',
      phone: 'end',
      cell: (row) => <State row={row} />,
    },
    { id: 'scopes', header: t('columns.scopes'), hideBelow: 'md', cell: (row) => <Authority row={row} /> },
    {
      id: 'lastUsed',
      header: t('columns.lastUsed'),
      width: '11rem',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <span>
            <PhoneLabel>{t('columns.lastUsed')}</PhoneLabel>
            <Time value={lastUsedAt} format="relative" />
          </span>
        ) : (
          <Muted>{t('neverUsed')}</Muted>
        ),
    },
    { id: 'ends', header: t('columns.ends'), hideBelow: 'lg', width: '9rem', cell: (row) => <Ends row={row} /> },
    {
      id: 'created',
      header: t('columns.created'),
      hideBelow: 'lg',
      width: '9.5rem',
      phone: 'hidden',
      cell: ({ createdAt, createdBy }) => (
        <span className="flex flex-col">
          <Time value={createdAt} format="date" />
          {createdBy && <Muted>{actorName(createdBy)}</Muted>}
        </span>
      ),
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('columns.actions')}</span>,
      align: 'right',
      width: '4.5rem',
      phone: 'end',
      cell: (row) => onAct && row.state === 'live' && <RowMenu row={row} onAct={onAct} />,
    },
  ];
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ keyId }) => keyId}
      isLoading={isLoading}
      skeletonRows={4}
      density="comfortable"
      empty={empty}
    />
  );
}

/** The state of a key, and why it cannot move money yet. */
function State({ row: { state, waitsFor } }: { row: KeyRow }) {
  const t = useTranslations('keys');
  const tenant = useTenant();
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      {state === 'live' && waitsFor && (
        <span className="whitespace-normal text-muted-foreground text-xs">
          {!waitsFor.person && t.rich('waits.until', { time: () => <Time value={waitsFor.until} /> })}
          {waitsFor.person && waitsFor.orderId === null && t('waits.unasked')}
          {waitsFor.person && waitsFor.orderId !== null && (
            <Link
              href={tenantPath(tenant, `approvals/${waitsFor.orderId}`)}
              className="text-link underline-offset-4 hover:underline"
            >
              {t('waits.person')}
            </Link>
          )}
        </span>
      )}
    </span>
  );
}

/** The scopes and allowed addresses of a key. */
export function Authority({ row: { scopes, allowedIps } }: { row: Pick<KeyRow, 'scopes' | 'allowedIps'> }) {
  const t = useTranslations('keys');
  const names = scopes.map((scope) => t(`scopes.${scope}.name`)).join(', ');
  return (
    <span className="flex flex-col">
      <span>{scopes.length === allScopes.length ? t('allScopes') : names}</span>
      {allowedIps.length > 0 && <Muted>{t('from', { addresses: allowedIps.join(', ') })}</Muted>}
    </span>
  );
}

function Ends({ row: { state, expiresAt, revokedAt } }: { row: KeyRow }) {
  const t = useTranslations('keys');
  if (state === 'revoked' && revokedAt) return <Time value={revokedAt} />;
  if (!expiresAt) return <Muted>{t('neverEnds')}</Muted>;
  return (
    <span>
      <PhoneLabel>{t('columns.ends')}</PhoneLabel>
      <Time value={expiresAt} />
    </span>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return <span className="text-muted-foreground">{children}</span>;
}

function RowMenu({ row, onAct }: { row: KeyRow; onAct: (kind: KeyAct, row: KeyRow) => void }) {
  const t = useTranslations('keys');
  const { environment } = useTenant();
  const mayRotate = usePermission('keys.grant') || !needsGrant(environment, row.scopes);
  return (
    <MoreMenu label={t('menu', { name: row.name })}>
      {mayRotate && (
        <DropdownMenuItem icon={<RotateCw />} onSelect={() => onAct('rotate', row)}>
          {t('rotate.open')}
        </DropdownMenuItem>
      )}
      {mayRotate && row.waitsFor?.person && row.waitsFor.orderId === null && (
        <DropdownMenuItem icon={<UserCheck />} onSelect={() => onAct('askAgain', row)}>
          {t('waits.askAgain')}
        </DropdownMenuItem>
      )}
      <DropdownMenuItem icon={<Ban />} tone="danger" onSelect={() => onAct('revoke', row)}>
        {t('revoke.open')}
      </DropdownMenuItem>
    </MoreMenu>
  );
}
