'use client';

import { Badge } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

/** The environment of an entry. Entries about both environments show nothing. */
export function EnvironmentName({ environment }: { environment: unknown }) {
  const t = useTranslations('audit.environments');
  if (environment === 'sandbox') return <Badge tone="warning">{t('sandbox')}</Badge>;
  return environment === 'production' ? <Badge tone="success">{t('production')}</Badge> : null;
}
