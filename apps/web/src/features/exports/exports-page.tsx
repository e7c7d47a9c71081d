'use client';

import { LinkTabs, PageHeader } from '@tillgate/ui';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { FilesTab } from './files-tab.tsx';
import { SchedulesTab } from './schedules-tab.tsx';

/** The files of lists, and the schedules that make them. */
export function ExportsPage() {
  const t = useTranslations('exports');
  const tenant = useTenant();
  const [show] = useQueryState('show', parseAsStringLiteral(['files', 'schedules']).withDefault('files'));
  const path = tenantPath(tenant, 'exports');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <LinkTabs
        label={t('tabs.label')}
        items={[
          { href: path, label: t('tabs.files'), isCurrent: show === 'files' },
          { href: `${path}?show=schedules`, label: t('tabs.schedules'), isCurrent: show === 'schedules' },
        ]}
      />
      {show === 'files' ? <FilesTab /> : <SchedulesTab />}
    </div>
  );
}
