'use client';

import { buttonVariants, EmptyState, PageHeader } from '@tillgate/ui';
import { Smartphone } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';

/** In production there is nothing to simulate. */
export function SandboxOnly() {
  const t = useTranslations('handset');
  const { applicationId } = useTenant();
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t('title')} />
      <EmptyState
        icon={<Smartphone />}
        title={t('production.title')}
        description={t('production.text')}
        action={
          <Link href={tenantPath({ applicationId, environment: 'sandbox' }, 'handset')} className={buttonVariants()}>
            {t('production.action')}
          </Link>
        }
      />
    </div>
  );
}
