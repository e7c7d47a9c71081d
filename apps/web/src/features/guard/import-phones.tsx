'use client';

import { useMutation } from '@tanstack/react-query';
import { Callout } from '@tillgate/ui';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';

/** Blocks the phones of a CSV file, all or none, after a preview. */
export function ImportPhones({ onClose }: { onClose: () => void }) {
  const t = useTranslations('guard.entries.import');
  const trpc = useTRPC();
  const tenant = useTenant();
  const id = useId();
  const [csv, setCsv] = useState<string>();
  const preview = useMutation(trpc.guard.previewFile.mutationOptions());
  const write = useChange(
    trpc.guard.importFile.mutationOptions({ onSuccess: ({ added }) => toast.success(t('done', { count: added })) }),
  );
  const { data } = preview;

  async function choose(file: File | undefined) {
    if (!file) return;
    const text = await file.text();
    setCsv(text);
    preview.mutate({ ...tenant, csv: text });
  }

  return (
    <Confirmation
      title={t('title')}
      summary={t('summary')}
      confirmLabel={t('save')}
      isIncomplete={csv === undefined || !data || data.problemCount > 0 || data.added + data.extended === 0}
      onConfirm={() => write.mutateAsync({ ...tenant, csv: csv ?? '' })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <label htmlFor={id} className="flex flex-col gap-1 font-medium text-sm">
          {t('file')}
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // The same file can be chosen again, after it was mended.
              event.target.value = '';
            }}
          />
        </label>
        <FormError error={preview.error} />
        <div aria-live="polite" className="flex flex-col gap-2 empty:-mt-4">
          {data && <p>{t('preview', { added: data.added, extended: data.extended, unchanged: data.unchanged })}</p>}
          {data && data.problemCount > 0 && (
            <Callout tone="danger" title={t('problems', { count: data.problemCount })}>
              <ul className="flex flex-col gap-1">
                {data.problems.map(({ row, why }) => (
                  <li key={row}>{why}</li>
                ))}
              </ul>
            </Callout>
          )}
        </div>
      </div>
    </Confirmation>
  );
}
