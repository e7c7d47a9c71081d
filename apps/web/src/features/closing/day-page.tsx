'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, buttonVariants, Callout, PageHeader, Skeleton } from '@tillgate/ui';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { Permitted } from '@/features/shell/permitted';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { usePreferences } from '@/format';
import { dayName } from '@/format/day-name';
import { useTRPC } from '@/trpc/client';
import { DayChanges } from './day-changes.tsx';
import { DayExceptions } from './day-exceptions.tsx';
import { AccountsCard, BridgeCard, FiguresCard } from './day-figures.tsx';
import { DayNotMoney } from './day-not-money.tsx';
import { SignOffDialog } from './sign-off-dialog.tsx';
import { SignOffs } from './sign-offs.tsx';
import { StateBadge } from './state-badge.tsx';
import type { DayDetail } from './types.ts';

const refreshMs = 15_000;

/** One business day: its figures, open points, signatures and changes since. */
export function DayPage({ day }: { day: string }) {
  const t = useTranslations('closing');
  const tenant = useTenant();
  const { locale } = usePreferences();
  const query = useQuery(
    useTRPC().days.get.queryOptions({ ...tenant, day }, { staleTime: 0, refetchInterval: refreshMs }),
  );
  const { data } = query;
  const name = dayName(day, locale);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('day.title', { day: name })}
        description={t('day.description')}
        badge={data && <StateBadge state={data.state} />}
        breadcrumbs={
          <div data-print="hide">
            <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'days') }, { label: name }]} />
          </div>
        }
        actions={data && <DayActions day={data} />}
      />
      {!data && (query.isError ? <LoadError query={query} /> : <Skeleton className="h-96 w-full rounded-lg" />)}
      {data && <DayBody day={data} />}
    </div>
  );
}

function DayBody({ day }: { day: DayDetail }) {
  const t = useTranslations('closing.day');
  return (
    <>
      {day.state === 'running' && <Callout tone="info" title={t('running')} />}
      <DayChanges day={day} />
      <div className="grid items-start gap-4 lg:grid-cols-2 print:grid-cols-2">
        <FiguresCard sheet={day.sheet} />
        <div className="flex min-w-0 flex-col gap-4">
          {day.sheet.bridge && <BridgeCard bridge={day.sheet.bridge} />}
          <AccountsCard sheet={day.sheet} />
          <DayExceptions day={day} />
          <DayNotMoney day={day} />
          <SignOffs day={day} />
        </div>
      </div>
    </>
  );
}

function DayActions({ day }: { day: DayDetail }) {
  const t = useTranslations('closing.day');
  const tenant = useTenant();
  const [isSigning, setIsSigning] = useState(false);
  const { difference, state } = day;
  const isSame = difference !== null && difference.changes.length + difference.learned.length === 0;
  return (
    <div data-print="hide" className="flex flex-wrap gap-2">
      <a
        href={`/api/days/${tenant.applicationId}/${tenant.environment}/${day.day}`}
        download
        className={buttonVariants({ variant: 'secondary' })}
      >
        <Download aria-hidden="true" />
        {t('download')}
      </a>
      <Button variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {t('print')}
      </Button>
      {state !== 'running' && !isSame && (
        <Permitted permission="days.signOff">
          <Button variant="primary" onClick={() => setIsSigning(true)}>
            {t(difference ? 'signAgain' : 'sign')}
          </Button>
        </Permitted>
      )}
      {isSigning && <SignOffDialog day={day} onClose={() => setIsSigning(false)} />}
    </div>
  );
}
