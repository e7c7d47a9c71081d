'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ScheduleRow } from './types.ts';
import { useExportsChanged } from './use-exports.ts';

/** Ends a schedule for ever. */
export function EndSchedule({ row: { scheduleId, name }, onClose }: { row: ScheduleRow; onClose: () => void }) {
  const t = useTranslations('exports.schedules');
  const trpc = useTRPC();
  const tenant = useTenant();
  const changed = useExportsChanged();
  const end = useMutation(trpc.exports.endSchedule.mutationOptions());
  async function confirm() {
    await end.mutateAsync({ ...tenant, scheduleId });
    await changed();
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
