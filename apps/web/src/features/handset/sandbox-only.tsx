'use client';

import { Button, EmptyState, PageHeader } from '@tillgate/ui';
import { Smartphone } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'use-intl/react';
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
          <Button asChild>
            <Link href={tenantPath({ applicationId, environment: 'sandbox' }, 'handset')}>
              {t('production.action')}
            </Link>
          </Button>
        }
      />
    </div>
  );
}
