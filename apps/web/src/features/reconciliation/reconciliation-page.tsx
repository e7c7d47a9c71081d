'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, buttonVariants, Card, CardContent, EmptyState, PageHeader, Select, Skeleton } from '@tillgate/ui';
import { FileUp, Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { onDemand } from '@/features/shell/on-demand';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useErrorToast } from '@/features/shell/use-message-of';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { DayPanel } from './day-panel.tsx';
import { ExceptionsCard } from './exceptions-card.tsx';
import { LinesCard } from './lines-card.tsx';
import { daysIn, worstDay } from './month.ts';
import { MonthCalendar } from './month-calendar.tsx';
import { StatementsCard } from './statements-card.tsx';
import { useView } from './use-view.ts';

const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** The provider's statements compared with the records: days and exceptions. */
export function ReconciliationPage() {
  const t = useTranslations('reconciliation');
  const view = useView();
  const { query, shortcode } = view;
  const shortcodes = query.data ?? [];
  if (shortcode === undefined) {
    return (
      <div className="flex flex-col gap-4">
        <PageHeader title={t('title')} description={t('description')} />
        {query.isPending ? <Skeleton className="h-96 w-full rounded-lg" /> : <NoShortcode query={query} />}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<Actions key={shortcode} shortcode={shortcode} />}
      />
      {shortcodes.length > 1 && (
        <Select
          className="max-w-60"
          aria-label={t('shortcode')}
          value={shortcode}
          options={shortcodes.map((value) => ({ value, label: t('ofShortcode', { shortcode: value }) }))}
          onValueChange={(value) => view.choose({ shortcode: value, day: null })}
        />
      )}
      <Days view={view} shortcode={shortcode} />
      <StatementsCard key={shortcode} shortcode={shortcode} />
    </div>
  );
}

function NoShortcode({ query }: { query: ReturnType<typeof useView>['query'] }) {
  const t = useTranslations('reconciliation.noShortcode');
  const tenant = useTenant();
  const maySeeCredentials = usePermission('credentials.read');
  if (query.isError) return <LoadError query={query} />;
  return (
    <Card>
      <EmptyState
        icon={<Fingerprint />}
        title={t('title')}
        description={t('more')}
        action={
          maySeeCredentials && (
            <Link href={tenantPath(tenant, 'settings/credentials')} className={buttonVariants()}>
              {t('open')}
            </Link>
          )
        }
      />
    </Card>
  );
}

function Actions({ shortcode }: { shortcode: string }) {
  const t = useTranslations('reconciliation');
  const tenant = useTenant();
  const mayImport = usePermission('statements.import');
  const [isImporting, setImporting] = useState(false);
  const match = useChange(
    useTRPC().reconciliation.match.mutationOptions({
      onSuccess: ({ byReceipt, byEvidence, closed }) =>
        toast.success(t('match.done', { matched: byReceipt + byEvidence, closed })),
      onError: useErrorToast(),
    }),
  );
  if (!mayImport) return null;
  return (
    <>
      <Button isPending={match.isPending} onClick={() => match.mutate({ ...tenant, shortcode })}>
        {t('match.label')}
      </Button>
      <Button variant="primary" icon={<FileUp />} onClick={() => setImporting(true)}>
        {t('import.label')}
      </Button>
      {isImporting && <ImportDialog shortcode={shortcode} onClose={() => setImporting(false)} />}
    </>
  );
}

function Days({ view, shortcode }: { view: ReturnType<typeof useView>; shortcode: string }) {
  const t = useTranslations('reconciliation.calendar');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { month, day, today } = view;
  const calendar = useQuery(trpc.reconciliation.calendar.queryOptions({ ...tenant, shortcode, ...daysIn(month) }));
  const days = calendar.data?.days ?? [];
  const shown = day === null ? worstDay(days) : days.find((each) => each.day === day);
  return (
    <section aria-labelledby="day" className="flex min-w-0 flex-col gap-4">
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(22rem,2fr)_3fr]">
        <Card>
          {calendar.isError && <LoadError query={calendar} />}
          {calendar.isPending && <Skeleton className="m-4 h-96" />}
          {calendar.data && (
            <MonthCalendar
              days={calendar.data.days}
              month={month}
              chosen={shown?.day ?? null}
              today={today}
              onDay={(to) => view.choose({ day: to, month })}
              onMonth={(to) => view.choose({ month: to, day: null })}
            />
          )}
        </Card>
        {shown ? (
          <DayPanel key={`${shortcode} ${shown.day}`} shortcode={shortcode} day={shown} />
        ) : (
          <Card>
            <CardContent>
              <p id="day" className="py-6 text-center text-muted-foreground text-sm">
                {t('chooseDay')}
              </p>
            </CardContent>
          </Card>
        )}
      </div>
      {shown && (
        <div key={`${shortcode} ${shown.day}`} className="flex min-w-0 flex-col gap-4">
          <ExceptionsCard shortcode={shortcode} day={shown.day} />
          <LinesCard shortcode={shortcode} day={shown.day} />
        </div>
      )}
    </section>
  );
}
