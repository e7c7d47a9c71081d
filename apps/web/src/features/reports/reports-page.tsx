'use client';

import { DropdownMenuItem, PageHeader } from '@tillgate/ui';
import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { ExportButton } from '@/features/exports/export-button';
import { MoreMenu } from '@/features/shell/more-menu';
import { useTenant } from '@/features/shell/use-tenant';
import { SavedViews } from '@/features/views/saved-views';
import { usePreferences } from '@/format';
import { BalancesReport } from './balances-report.tsx';
import { Controls, ReportTabs } from './controls.tsx';
import { CollectionsReport, PayoutsReport, SettlementReport } from './money-report.tsx';
import { exportOf, fixedParams, type ReportName, type ReportState } from './state.ts';
import { type StateOfPage, useReportState } from './use-report-state.ts';
import { useTimeWords } from './words.ts';

const views: Record<ReportName, (page: StateOfPage) => ReactNode> = {
  collections: CollectionsReport,
  payouts: PayoutsReport,
  settlement: SettlementReport,
  balances: BalancesReport,
};

/** Money in, money out and balances, over time or by group. */
export function ReportsPage() {
  const t = useTranslations('reports');
  const page = useReportState();
  const { state } = page;
  const { rangeText } = useTimeWords();
  const View = views[state.report];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} actions={<Actions state={state} />} />
      <div data-print="hide">
        <SavedViews page="reports" values={page.values} plainName={t('usual')} />
      </div>
      <ReportTabs state={state} />
      <Controls {...page} />
      <p className="text-muted-foreground text-sm">
        <span className="hidden print:inline">{t(`names.${state.report}`)}: </span>
        {t('range', { range: rangeText(state), zone: t(`zones.${state.timeZone === 'UTC' ? 'utc' : 'nairobi'}`) })}
      </p>
      <View {...page} />
    </div>
  );
}

function Actions({ state }: { state: ReportState }) {
  const t = useTranslations('reports');
  const { applicationId, environment } = useTenant();
  const { locale } = usePreferences();
  const file = `/api/figures/${applicationId}/${environment}/${state.report}?${fixedParams(state)}`;
  return (
    <div data-print="hide" className="flex gap-2">
      <ExportButton {...exportOf(state)} />
      <MoreMenu label={t('more')} inHeading>
        <DropdownMenuItem asChild>
          <a href={file} download>
            <Download aria-hidden="true" />
            {t('download')}
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={`${file}&format=xlsx&language=${locale}`} download>
            <Download aria-hidden="true" />
            {t('downloadExcel')}
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem icon={<Printer aria-hidden="true" />} onSelect={() => window.print()}>
          {t('print')}
        </DropdownMenuItem>
      </MoreMenu>
    </div>
  );
}
