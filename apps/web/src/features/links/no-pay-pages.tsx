'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

/** Says that the installation has no payment pages, and what its operator does about it. */
export function NoPayPages() {
  const t = useTranslations('links.noPayPages');
  return (
    <Callout tone="warning" title={t('title')}>
      <p>{t('text')}</p>
      <p className="mt-1">
        {t.rich('operator', { code: (name) => <code className="break-words font-mono text-xs">{name}</code> })}
      </p>
    </Callout>
  );
}
