'use client';

import { useQuery } from '@tanstack/react-query';
import { Dialog, SegmentedControl } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { ExportForm } from './export-form.tsx';
import { filterOf } from './filter-facts.ts';
import { ScheduleForm } from './schedule-form.tsx';
import { StartedExport } from './started-export.tsx';
import type { ExportDialogProps, FileForm } from './types.ts';

/** Makes a file of all rows of a list, now or on a schedule. */
export function ExportDialog({ list, input, timeZone: zone, onClose }: ExportDialogProps) {
  const t = useTranslations('exports');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { timeZone } = usePreferences();
  const [filter] = useState(() => filterOf(input));
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [exportId, setExportId] = useState<string>();
  const [file, setFile] = useState<FileForm>({ format: 'csv', timeZone: zone ?? timeZone, columns: undefined });
  const columns = useQuery(trpc.exports.columns.queryOptions(tenant));
  const all = columns.data?.find((each) => each.list === list)?.columns;
  const shared = { list, filter, file, onChange: setFile, isZoneFixed: zone !== undefined, columns: all, onClose };
  return (
    <Dialog onClose={onClose} title={t('dialog.title', { list: t(`lists.${list}`) })} size="lg">
      {exportId ? (
        <StartedExport exportId={exportId} onClose={onClose} />
      ) : (
        <div className="flex flex-col gap-4">
          <SegmentedControl
            label={t('dialog.when')}
            value={when}
            onValueChange={setWhen}
            options={[
              { value: 'now', label: t('dialog.now') },
              { value: 'later', label: t('dialog.later') },
            ]}
            className="self-start"
          />
          {columns.isError && !all && <LoadError query={columns} />}
          {when === 'now' ? <ExportForm {...shared} onStarted={setExportId} /> : <ScheduleForm {...shared} />}
        </div>
      )}
    </Dialog>
  );
}
