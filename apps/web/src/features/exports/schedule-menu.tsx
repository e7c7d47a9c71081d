'use client';

import { useMutation } from '@tanstack/react-query';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger, IconButton } from '@tillgate/ui';
import { Ban, Ellipsis, Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { messageOf } from '@/trpc/errors';
import type { ScheduleRow } from './types.ts';
import { useExportsChanged } from './use-exports.ts';

const onError = (error: unknown) => toast.error(messageOf(error));

/** Pauses, resumes and ends a schedule. */
export function ScheduleMenu({ row, onEnd }: { row: ScheduleRow; onEnd: () => void }) {
  const t = useTranslations('exports.schedules');
  const trpc = useTRPC();
  const tenant = useTenant();
  const changed = useExportsChanged();
  const { name, scheduleId, pausedAt } = row;
  const done = (text: string) => async () => {
    toast.success(text);
    await changed();
  };
  const pause = useMutation(
    trpc.exports.pauseSchedule.mutationOptions({ onSuccess: done(t('pausedDone', { name })), onError }),
  );
  const resume = useMutation(
    trpc.exports.resumeSchedule.mutationOptions({ onSuccess: done(t('resumedDone', { name })), onError }),
  );
  const isPending = pause.isPending || resume.isPending;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t('menu', { name })} icon={<Ellipsis />} size="icon-sm" disabled={isPending} />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
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
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
