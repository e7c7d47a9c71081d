'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonVariants, DataTable, EmptyState } from '@tillgate/ui';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { EndSchedule } from './end-schedule.tsx';
import { useScheduleColumns } from './schedule-columns.tsx';
import type { ScheduleRow } from './types.ts';

const refreshMs = 15_000;

/** The schedules of exports, by name. */
export function SchedulesTab() {
  const t = useTranslations('exports.schedules');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [ending, setEnding] = useState<ScheduleRow>();
  const list = useQuery(trpc.exports.schedules.queryOptions(tenant, { refetchInterval: refreshMs }));
  return (
    <>
      <DataTable
        caption={t('caption')}
        columns={useScheduleColumns(setEnding)}
        rows={list.data ?? []}
        rowKey={({ scheduleId }) => scheduleId}
        density="comfortable"
        isLoading={list.isPending}
        skeletonRows={3}
        empty={list.isError ? <LoadError query={list} /> : <NoSchedules />}
      />
      {ending && <EndSchedule row={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function NoSchedules() {
  const t = useTranslations('exports.schedules');
  const tenant = useTenant();
  return (
    <EmptyState
      icon={<CalendarClock />}
      title={t('empty')}
      description={t('emptyMore')}
      action={
        <Link href={tenantPath(tenant, 'payments')} className={buttonVariants()}>
          {t('emptyAction')}
        </Link>
      }
    />
  );
}
