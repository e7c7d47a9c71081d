'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

/** A warning that production takes callbacks from every address. */
export function OpenHook() {
  const t = useTranslations('offline.openHook');
  return (
    <Callout tone="warning" title={t('title')}>
      {t('more')}
    </Callout>
  );
}
