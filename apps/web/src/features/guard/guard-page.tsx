'use client';

import { LinkTabs, PageHeader } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { oneOf, useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { DecisionsTab } from './decisions-tab.tsx';
import { ListsTab } from './lists-tab.tsx';
import { RulesTab } from './rules-tab.tsx';

const tabs = ['rules', 'lists', 'decisions'] as const;
const parameters = ['show'] as const;
const contents = { rules: RulesTab, lists: ListsTab, decisions: DecisionsTab };

/** The rules for prompts and payouts, the lists of phones, and what they said. */
export function GuardPage() {
  const t = useTranslations('guard');
  const tenant = useTenant();
  const [address] = useAddress(parameters);
  const show = oneOf(tabs, address.show);
  const path = tenantPath(tenant, 'settings/guard');
  const Content = contents[show];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      <LinkTabs
        label={t('tabs.label')}
        items={tabs.map((tab) => ({
          href: tab === 'rules' ? path : `${path}?show=${tab}`,
          label: t(`tabs.${tab}`),
          isCurrent: show === tab,
        }))}
      />
      <Content />
    </div>
  );
}
