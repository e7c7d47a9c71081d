'use client';

import { Secret } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';

/** A signing secret, the only time that it is seen. */
export function SigningSecret({ value, onDone }: { value: string; onDone: () => void }) {
  const t = useTranslations('endpoints.secret');
  return (
    <Secret
      value={value}
      label={t('label')}
      warning={t('warning')}
      fileName="tillgate-webhook-secret.txt"
      storedLabel={t('stored')}
      doneLabel={t('done')}
      onDone={onDone}
    />
  );
}
