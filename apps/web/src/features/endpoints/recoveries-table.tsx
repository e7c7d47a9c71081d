'use client';

import { Badge, Button, DataTable, type DataTableColumn, Progress } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { useChange } from '@/features/shell/use-change';
import { useErrorToast } from '@/features/shell/use-message-of';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, formatShare, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Recovery } from './types.ts';

const tones = { running: 'info', completed: 'success', cancelled: 'neutral' } as const;

type Props = { rows: readonly Recovery[]; isLoading: boolean; empty: ReactNode };

export function RecoveriesTable({ rows, isLoading, empty }: Props) {
  const t = useTranslations('endpoints.recovery');
  const mayWrite = usePermission('endpoints.write');
  const columns: DataTableColumn<Recovery>[] = [
    { id: 'kind', header: t('columns.kind'), cell: ({ kind }) => t(`${kind}.short`) },
    {
      id: 'status',
      header: t('columns.status'),
      phone: 'end',
      cell: ({ status }) => (
        <Badge tone={tones[status]} dot={status === 'running'}>
          {t(`statuses.${status}`)}
        </Badge>
      ),
    },
    {
      id: 'progress',
      header: t('columns.progress'),
      width: '10rem',
      cell: ({ progress }) => (
        <span className="flex w-36 items-center gap-2">
          <Progress label={t('columns.progress')} value={progress} max={1} valueText={formatShare(progress)} />
          <span className="text-muted-foreground text-xs">{formatShare(progress)}</span>
        </span>
      ),
    },
    { id: 'queued', header: t('columns.queued'), align: 'right', cell: ({ queuedCount }) => formatNumber(queuedCount) },
    { id: 'since', header: t('columns.since'), hideBelow: 'md', cell: ({ since }) => <Time value={since} /> },
    {
      id: 'started',
      header: t('columns.started'),
      hideBelow: 'lg',
      phone: 'hidden',
      cell: (row) => <Time value={row.createdAt} />,
    },
    {
      id: 'actions',
      header: <span className="sr-only">{t('columns.actions')}</span>,
      align: 'right',
      phone: 'foot',
      cell: ({ recoveryId, status }) => mayWrite && status === 'running' && <Cancel recoveryId={recoveryId} />,
    },
  ];
  return (
    <DataTable
      caption={t('list')}
      columns={columns}
      rows={rows}
      rowKey={({ recoveryId }) => recoveryId}
      isLoading={isLoading}
      skeletonRows={3}
      empty={empty}
    />
  );
}

function Cancel({ recoveryId }: { recoveryId: string }) {
  const t = useTranslations('endpoints.recovery');
  const tenant = useTenant();
  const cancel = useChange(useTRPC().endpoints.cancelRecovery.mutationOptions({ onError: useErrorToast() }));
  return (
    <Button size="sm" isPending={cancel.isPending} onClick={() => cancel.mutate({ ...tenant, recoveryId })}>
      {t('cancel')}
    </Button>
  );
}
