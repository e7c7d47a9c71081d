'use client';

import { useQuery } from '@tanstack/react-query';
import { Callout, Skeleton } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { LoadError } from '@/features/shell/load-error';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber } from '@/format';
import { useTRPC } from '@/trpc/client';
import { FileFields } from './file-fields.tsx';
import { isReport } from './filter-facts.ts';
import { FilterWords } from './filter-words.tsx';
import type { ExportCount, ExportFormProps, FileFormProps } from './types.ts';

/** A file has no more rows. */
const rowsMax = 1_000_000;

type Props = ExportFormProps & FileFormProps & { onStarted: (exportId: string) => void };

/** Counts the rows, then starts the export. */
export function ExportForm({ list, filter, onStarted, onClose, ...form }: Props) {
  const t = useTranslations('exports.dialog');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { file } = form;
  const count = useQuery(
    trpc.exports.count.queryOptions(
      { ...tenant, list, filter, ...(form.isZoneFixed && { timeZone: file.timeZone }) },
      {
        // Not in one batch with the columns, which would wait for it.
        enabled: form.columns !== undefined,
        gcTime: 0,
        staleTime: 'static',
        retry: false,
        refetchOnWindowFocus: false,
      },
    ),
  );
  const create = useChange(trpc.exports.create.mutationOptions({ onSuccess: ({ exportId }) => onStarted(exportId) }));
  const submit = () => {
    const { columns, ...look } = file;
    create.mutate({ ...tenant, list, filter, ...look, columns: columns && [...columns] });
  };
  const rows = count.data?.isCounted ? count.data.rows : undefined;
  const isPossible = count.data !== undefined && !count.data.more && file.columns?.length !== 0;
  return (
    <DialogForm
      change={create}
      submitLabel={
        rows === undefined ? t('startUncounted') : t('start', { count: rows, formatted: formatNumber(rows) })
      }
      isIncomplete={!isPossible}
      onSubmit={submit}
      onClose={onClose}
    >
      <FilterWords list={list} filter={filter} timeZone={file.timeZone} />
      {count.isError ? <LoadError query={count} /> : <Counted count={count.data} />}
      <FileFields {...form} />
      {!isReport(list) && <p className="text-muted-foreground text-xs">{t('masked')}</p>}
    </DialogForm>
  );
}

/** How many rows the file will have, or why there will be none. */
function Counted({ count }: { count: ExportCount | undefined }) {
  const t = useTranslations('exports.dialog');
  const max = formatNumber(rowsMax);
  return (
    <div role="status" className="min-h-6 text-sm">
      {count === undefined && (
        <span className="flex items-center gap-2 text-muted-foreground">
          <Skeleton className="h-4 w-16" /> {t('counting')}
        </span>
      )}
      {count?.more && <Callout tone="warning">{t('tooMany', { max })}</Callout>}
      {count && !count.isCounted && <Callout tone="info">{t('uncounted', { max })}</Callout>}
      {count?.isCounted && !count.more && (
        <span className="font-medium tabular-nums">
          {t('rows', { count: count.rows, formatted: formatNumber(count.rows) })}
        </span>
      )}
    </div>
  );
}
