'use client';

import { Badge } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import type { UploadRow } from './types.ts';

const tones = { waiting: 'neutral', again: 'warning', uploaded: 'success', failed: 'danger' } as const;

/** Where a file on its way into a bucket is: one that failed before is tried again. */
function stateOf({ status, error }: UploadRow): keyof typeof tones {
  if (status !== 'due') return status;
  return error === null ? 'waiting' : 'again';
}

/** The state of a file on its way into a bucket as a badge. */
export function UploadBadge({ upload }: { upload: UploadRow }) {
  const t = useTranslations('exports.buckets.uploads');
  const state = stateOf(upload);
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}

/** The state of the last upload, with the reason of a failure. */
export function UploadText({ upload }: { upload: UploadRow }) {
  const t = useTranslations('exports.buckets.uploads');
  const { exportId, error, status, nextAttemptAt, endedAt, createdAt } = upload;
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2">
        <UploadBadge upload={upload} />
        <Time value={endedAt ?? createdAt} format="relative" className="text-muted-foreground text-xs" />
        {exportId === null && <span className="text-muted-foreground text-xs">{t('test')}</span>}
      </span>
      {error !== null && <span className="whitespace-normal text-danger text-xs">{error}</span>}
      {status === 'due' && error !== null && nextAttemptAt && (
        <span className="text-muted-foreground text-xs">
          {t('next')} <Time value={nextAttemptAt} format="relative" />
        </span>
      )}
    </span>
  );
}
