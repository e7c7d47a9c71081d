'use client';

import { useQuery } from '@tanstack/react-query';
import { buttonVariants, Callout, PageHeader } from '@tillgate/ui';
import { Hand, MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { OpenHook } from '@/features/credentials/open-hook';
import { Link } from '@/features/shell/link';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { AttentionCard } from './attention-card.tsx';
import { Checklist, RemainingSteps } from './checklist.tsx';
import { CounterFigures, Figures } from './figures.tsx';
import { NotReady } from './readiness.tsx';
import { Recent } from './recent.tsx';
import type { Home } from './types.ts';

/** Steps are done in other tabs and in terminals: the list looks for itself. */
const setupMs = 2_000;
const figuresMs = 10_000;

/** How the application does; of a new one, what to do first. */
export function HomePage() {
  const t = useTranslations('home');
  const trpc = useTRPC();
  const tenant = useTenant();
  const collects = usePermission('payments.collect');
  const isCounter = !usePermission('days.read') && collects;
  const setup = useQuery(
    trpc.reports.setup.queryOptions(tenant, {
      refetchInterval: ({ state }) => (state.data?.steps.some(({ isDone }) => !isDone) ? setupMs : false),
    }),
  );
  if (setup.data?.isNew) {
    return (
      <div className="flex flex-col gap-5">
        <PageHeader title={t('title')} />
        {setup.data.isHookOpen && <OpenHook />}
        <Report Shown={EarlyAttention} />
        <Checklist setup={setup.data} />
        <Recent />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t('title')} actions={isCounter && <CounterActions />} />
      {setup.data?.isHookOpen && <OpenHook />}
      {setup.data && <RemainingSteps setup={setup.data} />}
      {setup.data && <NotReady setup={setup.data} />}
      <Report Shown={isCounter ? CounterFigures : Figures} />
    </div>
  );
}

/** Strangers post to the hooks of a new application, too. */
function EarlyAttention({ home }: { home: Home | undefined }) {
  return home && home.attention.length > 0 ? <AttentionCard home={home} /> : null;
}

/** Actions for cashiers. */
function CounterActions() {
  const t = useTranslations('home.counter');
  const tenant = useTenant();
  return (
    <>
      <Link href={tenantPath(tenant, 'display')} className={buttonVariants()}>
        <MonitorSmartphone aria-hidden="true" />
        {t('display')}
      </Link>
      <Link href={tenantPath(tenant, 'collect')} className={buttonVariants({ variant: 'primary' })}>
        <Hand aria-hidden="true" />
        {t('collect')}
      </Link>
    </>
  );
}

/** Older figures are marked as old. */
const staleMs = 120_000;

function Report({ Shown }: { Shown: (props: { home: Home | undefined }) => ReactNode }) {
  const t = useTranslations('home');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { timeZone } = usePreferences();
  const home = useQuery(trpc.reports.home.queryOptions({ ...tenant, timeZone }, { refetchInterval: figuresMs }));
  if (home.isError && !home.data) {
    return <LoadError query={home} />;
  }
  const countedUntil = home.data?.countedUntil;
  const isStale = countedUntil && home.dataUpdatedAt - Date.parse(countedUntil) > staleMs;
  return (
    <>
      {isStale && <Callout tone="warning">{t('stale')}</Callout>}
      <Shown home={home.data} />
    </>
  );
}
