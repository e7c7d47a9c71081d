'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@tillgate/ui';
import { History } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { RecoveriesTable } from './recoveries-table.tsx';
import { StartRecovery } from './start-recovery.tsx';
import type { Endpoint } from './types.ts';

const runningMs = 1_000;
const idleMs = 10_000;

/** Sends failed or missing deliveries again, and shows the progress. */
export function EndpointRecovery({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('endpoints.recovery');
  const trpc = useTRPC();
  const tenant = useTenant();
  const mayWrite = usePermission('endpoints.write');
  const { endpointId } = endpoint;
  const recoveries = useQuery(
    trpc.endpoints.recoveries.queryOptions(
      { ...tenant, endpointId },
      {
        refetchInterval: ({ state }) =>
          state.data?.recoveries.some(({ status }) => status === 'running') ? runningMs : idleMs,
      },
    ),
  );
  return (
    <div className="flex flex-col gap-4">
      {mayWrite && (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <StartRecovery kind="failed" endpoint={endpoint} />
          <StartRecovery kind="missing" endpoint={endpoint} />
        </div>
      )}
      <h2 className="font-semibold text-sm">{t('list')}</h2>
      <RecoveriesTable
        rows={recoveries.data?.recoveries ?? []}
        isLoading={recoveries.isPending}
        empty={
          recoveries.isError ? (
            <LoadError query={recoveries} />
          ) : (
            <EmptyState icon={<History />} title={t('empty.title')} description={t('empty.description')} />
          )
        }
      />
    </div>
  );
}
