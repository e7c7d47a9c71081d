'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { useOnline } from './use-online.ts';

/** Shows on every page that the device has no network: data may be old, and nothing is sent. */
export function OfflineBand() {
  const t = useTranslations('shell');
  const isOnline = useOnline();
  return (
    <div role="status" className="mx-auto w-full max-w-page px-4 sm:px-6 lg:px-8">
      {!isOnline && (
        <div className="pt-4">
          <Callout tone="warning" title={t('offline.title')}>
            {t('offline.text')}
          </Callout>
        </div>
      )}
    </div>
  );
}
