'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ScheduleRow } from './types.ts';

/** Ends a schedule for ever. */
export function EndSchedule({ row: { scheduleId, name }, onClose }: { row: ScheduleRow; onClose: () => void }) {
  const t = useTranslations('exports.schedules');
  const tenant = useTenant();
  const end = useChange(useTRPC().exports.endSchedule.mutationOptions());
  async function confirm() {
    await end.mutateAsync({ ...tenant, scheduleId });
    toast.success(t('endedDone', { name }));
  }
  return (
    <Confirmation
      title={t('endTitle', { name })}
      summary={t('endSummary')}
      tone="danger"
      confirmLabel={t('endSubmit')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
