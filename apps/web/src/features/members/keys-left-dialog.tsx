'use client';

import { Button, Dialog, DialogContent, DialogFooter } from '@tillgate/ui';
import Link from 'next/link';
import { useTranslations } from 'use-intl/react';
import type { KeyLeft } from './types.ts';

/** The API keys that a removed member made, with the pages on which to revoke or rotate them. */
export function KeysLeftDialog({ keys, onClose }: { keys: KeyLeft[]; onClose: () => void }) {
  const t = useTranslations('members.keysLeft');
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('title')} description={t('text')}>
        <ul className="flex flex-col gap-2 text-sm">
          {keys.map(({ keyId, name, lastFour, environment, applicationId, applicationName }) => (
            <li key={keyId}>
              <Link className="underline" href={`/a/${applicationId}/${environment}/developers/keys`}>
                {t(`key.${environment}`, { name, lastFour, application: applicationName })}
              </Link>
            </li>
          ))}
        </ul>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            {t('done')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
