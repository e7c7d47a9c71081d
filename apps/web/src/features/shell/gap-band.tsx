'use client';

import { Callout } from '@tillgate/ui';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import { Link } from './link.tsx';
import { tenantPath } from './tenant.ts';
import { useTenant } from './use-tenant.ts';

/** Says on every page that the database was restored, and that no money leaves until the operator has put it in order. */
export function GapBand({ since, areKeysBack }: { since: string; areKeysBack: boolean }) {
  const t = useTranslations('shell.gap');
  const more = tenantPath(useTenant(), 'restores');
  const isThere = usePathname() === more;
  return (
    <div role="status" className="mx-auto w-full max-w-page px-4 pt-6 sm:px-6 lg:px-8">
      <Callout
        tone="warning"
        title={t.rich('title', { time: () => <Time value={since} /> })}
        actions={
          !isThere && (
            <Link href={more} className="font-medium text-link underline">
              {t('more')}
            </Link>
          )
        }
      >
        {t(areKeysBack ? 'text' : 'textWithKeys')}
      </Callout>
    </div>
  );
}
