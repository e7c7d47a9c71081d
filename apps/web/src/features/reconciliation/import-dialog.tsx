'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Callout, Dialog, Spinner } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useChange } from '@/features/shell/use-change';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { FilePicker } from './file-picker.tsx';
import { ImportResult } from './import-result.tsx';
import { PreviewFacts } from './preview-facts.tsx';
import { importFile, previewFile } from './upload.ts';

/** A file is looked at first; nothing of it is kept until the person has seen what was understood. */
export function ImportDialog({ shortcode, onClose }: { shortcode: string; onClose: () => void }) {
  const t = useTranslations('reconciliation.import');
  const tenant = useTenant();
  const messageOf = useMessageOf();
  const [file, setFile] = useState<File>();
  const preview = useMutation({ mutationFn: (chosen: File) => previewFile({ tenant, shortcode, file: chosen }) });
  const commit = useChange({ mutationFn: (chosen: File) => importFile({ tenant, shortcode, file: chosen }) });

  function choose(chosen: File) {
    setFile(chosen);
    commit.reset();
    preview.mutate(chosen);
  }

  const error = messageOf(commit.error ?? preview.error);
  const isBusy = preview.isPending || commit.isPending;
  return (
    // A file on its way is not left half sent by a key that closes the dialog.
    <Dialog
      onClose={() => {
        if (!commit.isPending) onClose();
      }}
      size="xl"
      title={t('title', { shortcode })}
      description={t('description')}
      footer={
        commit.data ? (
          <Button variant="primary" onClick={onClose}>
            {t('done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={commit.isPending}>
              {t('cancel')}
            </Button>
            <Button
              variant="primary"
              disabled={!preview.data || preview.data.importedAs !== null || isBusy}
              isPending={commit.isPending}
              onClick={() => file && commit.mutate(file)}
            >
              {preview.data ? t('commit', { count: preview.data.lines.fresh }) : t('label')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!commit.data && <FilePicker file={file} isDisabled={isBusy} onFile={choose} />}
        {preview.isPending && (
          <div role="status">
            <Callout tone="info" icon={<Spinner />}>
              {t('reading')}
            </Callout>
          </div>
        )}
        {error && (
          <Callout tone="danger" role="alert" title={t('refused')}>
            {error}
          </Callout>
        )}
        {commit.data ? (
          <ImportResult imported={commit.data} />
        ) : (
          preview.data && !preview.isPending && <PreviewFacts preview={preview.data} />
        )}
      </div>
    </Dialog>
  );
}
