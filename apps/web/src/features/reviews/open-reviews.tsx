'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import type { ReviewDetail } from './types.ts';
import { useReasonText } from './use-reason-text.ts';

/** The open reviews of a payment or payout, each a way to it. Needs the texts of `reviews`. */
export function OpenReviews({ reviews }: { reviews: ReviewDetail['evidence']['others'] }) {
  const t = useTranslations('reviews.open');
  const tenant = useTenant();
  const mayRead = usePermission('reviews.read');
  const textOf = useReasonText();
  return reviews.map(({ reviewId, words }) => (
    <Callout
      key={reviewId}
      tone="warning"
      title={t('title')}
      actions={
        mayRead && (
          <Link href={tenantPath(tenant, `reviews/${reviewId}`)} className="font-medium text-link underline">
            {t('link')}
          </Link>
        )
      }
    >
      {textOf(words)}
    </Callout>
  ));
}
