'use client';

import { Button, Callout } from '@tillgate/ui';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl/react';
import { newVersion } from './new-version.ts';

const never = () => false;

/** Says that a new version is running, above everything: a dialog may be open. */
export function NewVersionBand() {
  const t = useTranslations('shell.newVersion');
  const isSaid = useSyncExternalStore(newVersion.watch, newVersion.isSaid, never);
  return (
    <div role="status" className="pointer-events-auto fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md">
      {isSaid && (
        <Callout
          tone="warning"
          title={t('title')}
          actions={
            <Button size="sm" onClick={() => window.location.reload()}>
              {t('reload')}
            </Button>
          }
        >
          {t('text')}
        </Callout>
      )}
    </div>
  );
}
