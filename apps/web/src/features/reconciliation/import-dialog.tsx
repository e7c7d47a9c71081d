'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Callout, Checkbox, Dialog, Spinner } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FilePicker } from '@/features/shell/file-picker';
import { useChange } from '@/features/shell/use-change';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber } from '@/format';
import { fieldIssues } from '@/trpc/errors';
import { ImportResult } from './import-result.tsx';
import { PreviewFacts } from './preview-facts.tsx';
import { importFile, previewFile } from './upload.ts';

type Chosen = { file: File; despiteName: boolean };

const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const kilobyte = 1_000;
const kilobytesOf = ({ size }: File) => formatNumber(Math.ceil(size / kilobyte));

/** Previews a file first. Nothing is stored until the person has confirmed the preview. */
export function ImportDialog({ shortcode, onClose }: { shortcode: string; onClose: () => void }) {
  const t = useTranslations('reconciliation.import');
  const tenant = useTenant();
  const messageOf = useMessageOf();
  const [chosen, setChosen] = useState<Chosen>();
  const upload = { tenant, shortcode };
  const preview = useMutation({ mutationFn: (given: Chosen) => previewFile({ ...upload, ...given }) });
  const commit = useChange({ mutationFn: (given: Chosen) => importFile({ ...upload, ...given }) });

  function choose(file: File, despiteName = false) {
    const given = { file, despiteName };
    setChosen(given);
    commit.reset();
    preview.mutate(given);
  }

  const isNameAsked = fieldIssues(commit.error ?? preview.error).fileName !== undefined;

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
              onClick={() => chosen && commit.mutate(chosen)}
            >
              {preview.data ? t('commit', { count: preview.data.lines.fresh }) : t('label')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!commit.data && (
          <FilePicker
            label={t('choose')}
            hint={chosen ? t('chosen', { name: chosen.file.name, size: kilobytesOf(chosen.file) }) : t('limits')}
            accept={accepted}
            isDisabled={isBusy}
            onFile={(file) => choose(file)}
          />
        )}
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
        {chosen && (isNameAsked || chosen.despiteName) && !commit.data && (
          <Checkbox
            label={t('despiteName', { shortcode })}
            checked={chosen.despiteName}
            disabled={isBusy}
            onChange={({ target }) => choose(chosen.file, target.checked)}
          />
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
