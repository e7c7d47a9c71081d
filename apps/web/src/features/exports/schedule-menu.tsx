'use client';

import { DropdownMenuItem } from '@tillgate/ui';
import { Ban, Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { MoreMenu } from '@/features/shell/more-menu';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useErrorToast } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ScheduleRow } from './types.ts';

/** Pauses, resumes and ends a schedule. */
export function ScheduleMenu({ row, onEnd }: { row: ScheduleRow; onEnd: () => void }) {
  const t = useTranslations('exports.schedules');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { name, scheduleId, pausedAt } = row;
  const onError = useErrorToast();
  const done = (text: string) => ({ onSuccess: () => toast.success(text), onError });
  const pause = useChange(trpc.exports.pauseSchedule.mutationOptions(done(t('pausedDone', { name }))));
  const resume = useChange(trpc.exports.resumeSchedule.mutationOptions(done(t('resumedDone', { name }))));
  const isPending = pause.isPending || resume.isPending;
  return (
    <MoreMenu label={t('menu', { name })} disabled={isPending}>
      {pausedAt === null ? (
        <DropdownMenuItem icon={<Pause />} onSelect={() => pause.mutate({ ...tenant, scheduleId })}>
          {t('pause')}
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem icon={<Play />} onSelect={() => resume.mutate({ ...tenant, scheduleId })}>
          {t('resume')}
        </DropdownMenuItem>
      )}
      <DropdownMenuItem icon={<Ban />} tone="danger" onSelect={onEnd}>
        {t('end')}
      </DropdownMenuItem>
    </MoreMenu>
  );
}
