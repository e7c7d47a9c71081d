'use client';

import { buttonVariants, Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { OpenHook } from '@/features/credentials/open-hook';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import type { OfflineState } from './types.ts';

/** Why payments may not arrive, or not be recorded, each with where to change it. */
export function Troubles({ state }: { state: OfflineState }) {
  const t = useTranslations('offline');
  const { account, registration, pulls, held } = state;
  const pullError = pulls?.isOn ? pulls.error : null;
  return (
    <>
      {state.isHookOpen && <OpenHook />}
      {!account && <NoCredentials />}
      {account && !registration && (
        <Callout tone="warning" title={t('troubles.notRegistered')} actions={<SettingsLink />}>
          {t('troubles.notRegisteredMore')}
        </Callout>
      )}
      {registration?.isTakenOver && <Callout tone="warning">{t('registration.takenOver')}</Callout>}
      {state.patternProblem !== null && (
        <Callout tone="danger" actions={<SettingsLink />}>
          {t('rules.patternUnusable')}
        </Callout>
      )}
      {pullError && (
        <Callout tone="warning" title={t('pull.failed')} actions={<SettingsLink />}>
          {pullError}
        </Callout>
      )}
      {held.length > 0 && <Held held={held} />}
    </>
  );
}

function NoCredentials() {
  const t = useTranslations('offline.registration');
  const tenant = useTenant();
  const maySee = usePermission('credentials.read');
  const link = (
    <Link href={tenantPath(tenant, 'settings/credentials')} className={buttonVariants()}>
      {t('openCredentials')}
    </Link>
  );
  return (
    <Callout tone="warning" actions={maySee && link}>
      {t('noCredentials')}
    </Callout>
  );
}

function SettingsLink() {
  const t = useTranslations('offline.troubles');
  const tenant = useTenant();
  return (
    <Link href={tenantPath(tenant, 'offline/settings')} className={buttonVariants()}>
      {t('openSettings')}
    </Link>
  );
}

/** Payments that were announced and could not be recorded yet. */
function Held({ held }: { held: OfflineState['held'] }) {
  const t = useTranslations('offline.held');
  return (
    <Callout tone="warning" title={t('title', { count: held.length })}>
      <p>{t('more')}</p>
      <ul className="mt-1 list-disc pl-5">
        {held.map(({ callbackId, receivedAt, error }) => (
          <li key={callbackId}>
            <Time value={receivedAt} />
            {error && `: ${error}`}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
