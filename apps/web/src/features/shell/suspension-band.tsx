'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

/**
 * Says on every page that the operator has suspended the organization, what that means, and why.
 */
export function SuspensionBand({ reason }: { reason: string | null }) {
  const t = useTranslations('shell.suspension');
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 sm:px-6 lg:px-8">
      <Callout tone="danger" title={t('title')}>
        <p>{t('text')}</p>
        {reason !== null && <p>{t('reason', { reason })}</p>}
      </Callout>
    </div>
  );
}
