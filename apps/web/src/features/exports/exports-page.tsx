'use client';

import { LinkTabs, PageHeader } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { oneOf, useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { BucketsTab } from './buckets-tab.tsx';
import { FilesTab } from './files-tab.tsx';
import { SchedulesTab } from './schedules-tab.tsx';

const tabs = ['files', 'schedules', 'buckets'] as const;
const parameters = ['show'] as const;
const contents = { files: FilesTab, schedules: SchedulesTab, buckets: BucketsTab };

/** The files of lists, the schedules that make them, and the buckets that they go into. */
export function ExportsPage() {
  const t = useTranslations('exports');
  const tenant = useTenant();
  const [address] = useAddress(parameters);
  const show = oneOf(tabs, address.show);
  const path = tenantPath(tenant, 'exports');
  const Content = contents[show];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <LinkTabs
        label={t('tabs.label')}
        items={tabs.map((tab) => ({
          href: tab === 'files' ? path : `${path}?show=${tab}`,
          label: t(`tabs.${tab}`),
          isCurrent: show === tab,
        }))}
      />
      <Content />
    </div>
  );
}
