'use client';

import { Button, Dialog, DialogFooter } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import type { Outlived } from './types.ts';

/** Whether there is anything to show. */
export function hasOutlived({ withdrawnInvitations, revokedKeys, liveKeys, revokedTokens }: Outlived): boolean {
  return withdrawnInvitations.length + revokedKeys.length + liveKeys.length + revokedTokens.length > 0;
}

/**
 * What ended with a member's seat or role, and which of their keys go on working, with the pages to
 * end those.
 */
export function OutlivedDialog({ outlived, onClose }: { outlived: Outlived; onClose: () => void }) {
  const t = useTranslations('members.keysLeft');
  const { withdrawnInvitations, revokedKeys, liveKeys, revokedTokens } = outlived;
  return (
    <Dialog onClose={onClose} title={liveKeys.length > 0 ? t('title') : t('endedTitle')}>
      <div className="flex flex-col gap-4 text-sm">
        {withdrawnInvitations.length > 0 && (
          <section className="flex flex-col gap-1">
            <p>{t('withdrawn')}</p>
            <ul className="list-disc pl-5">
              {withdrawnInvitations.map(({ invitationId, email }) => (
                <li key={invitationId}>{email}</li>
              ))}
            </ul>
          </section>
        )}
        {revokedKeys.length > 0 && <p>{t('revoked', { count: revokedKeys.length })}</p>}
        {revokedTokens.length > 0 && <p>{t('revokedTokens', { count: revokedTokens.length })}</p>}
        {liveKeys.length > 0 && (
          <section className="flex flex-col gap-1">
            <p>{t('text')}</p>
            <ul className="flex flex-col gap-2">
              {liveKeys.map(({ keyId, name, lastFour, environment, applicationId, applicationName }) => (
                <li key={keyId}>
                  <Link className="underline" href={`/a/${applicationId}/${environment}/developers/keys`}>
                    {t(`key.${environment}`, { name, lastFour, application: applicationName })}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
