'use client';

import { useMutation } from '@tanstack/react-query';
import { Checkbox } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { ReviewDetail } from './types.ts';
import { useRefreshReviews } from './use-review.ts';

/** Closes the review, or all of its subject, with a note. */
export function ClearDialog({ detail, onClose }: { detail: ReviewDetail; onClose: () => void }) {
  const t = useTranslations('reviews.steps.clear');
  const tenant = useTenant();
  const refresh = useRefreshReviews();
  const [all, setAll] = useState(false);
  const clear = useMutation(useTRPC().reviews.clear.mutationOptions());
  const { reviewId } = detail.review;
  const others = detail.evidence.others.length;
  return (
    <Confirmation
      title={t('label')}
      summary={t('summary')}
      confirmLabel={t('label')}
      reason={{ label: t('note') }}
      onConfirm={async ({ reason: note }) => {
        await clear.mutateAsync({ ...tenant, reviewId, note, all });
        await refresh();
      }}
      onClose={onClose}
    >
      {others > 0 && <Checkbox label={t('all', { count: others })} checked={all} onCheckedChange={setAll} />}
    </Confirmation>
  );
}
