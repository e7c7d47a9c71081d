'use client';

import { Checkbox } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ReviewDetail } from './types.ts';

/** Closes the review, or all of its subject, with a note. */
export function ClearDialog({ detail, onClose }: { detail: ReviewDetail; onClose: () => void }) {
  const t = useTranslations('reviews.steps.clear');
  const tenant = useTenant();
  const [all, setAll] = useState(false);
  const clear = useChange(useTRPC().reviews.clear.mutationOptions());
  const { reviewId } = detail.review;
  const others = detail.evidence.others.length;
  return (
    <Confirmation
      title={t('label')}
      summary={t('summary')}
      confirmLabel={t('label')}
      reason={{ label: t('note') }}
      onConfirm={({ reason: note }) => clear.mutateAsync({ ...tenant, reviewId, note, all })}
      onClose={onClose}
    >
      {others > 0 && <Checkbox label={t('all', { count: others })} checked={all} onCheckedChange={setAll} />}
    </Confirmation>
  );
}
