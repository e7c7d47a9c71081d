'use client';

import { useMutation } from '@tanstack/react-query';
import { Callout } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { FilePicker } from '@/features/shell/file-picker';
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
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const preview = useMutation(trpc.guard.previewFile.mutationOptions());
  const write = useChange(
    trpc.guard.importFile.mutationOptions({ onSuccess: ({ added }) => toast.success(t('done', { count: added })) }),
  );
  const { data } = preview;

  async function choose(chosen: File) {
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    preview.mutate({ ...tenant, csv });
  }

  return (
    <Confirmation
      title={t('title')}
      summary={t('summary')}
      confirmLabel={t('save')}
      isIncomplete={!file || !data || data.problemCount > 0 || data.added + data.extended === 0}
      onConfirm={() => write.mutateAsync({ ...tenant, csv: file?.csv ?? '' })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <FilePicker
          label={t('choose')}
          hint={file?.name ?? t('limits')}
          accept=".csv,text/csv"
          isDisabled={preview.isPending}
          onFile={(chosen) => void choose(chosen)}
        />
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
