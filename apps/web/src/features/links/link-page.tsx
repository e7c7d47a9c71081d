'use client';

import { useQuery } from '@tanstack/react-query';
import { Callout, cn, KeyValueList, PageHeader, Panel, Skeleton, Stat } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { ActorName } from '@/features/actors/actor-name';
import { useFrame } from '@/features/shell/frame-context';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { Trail } from '@/features/shell/trail';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { AttemptsTable } from './attempts-table.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkBadge } from './link-badge.tsx';
import { NoPayPages } from './no-pay-pages.tsx';
import { ShareLink } from './share-link.tsx';
import type { LinkDetail } from './types.ts';
import { useAmountText } from './use-amount-text.ts';

const refreshMs = 5_000;
/** From so many declined prompts on, if they are most of them, somebody should look at the link. */
const declinedMin = 5;

/** One payment link: its address, what was paid, and who tried. */
export function LinkPage({ linkId, hasPayPages }: { linkId: string; hasPayPages: boolean }) {
  const t = useTranslations('links');
  const trpc = useTRPC();
  const tenant = useTenant();
  const link = useQuery(trpc.links.get.queryOptions({ ...tenant, linkId }, { refetchInterval: refreshMs }));
  const { data } = link;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        breadcrumbs={<Trail items={[{ label: t('title'), href: tenantPath(tenant, 'links') }, { label: t('link') }]} />}
        title={data?.title ?? t('link')}
        badge={data && <LinkBadge {...data} />}
        actions={data && <LinkActions link={data} />}
      />
      {!hasPayPages && <NoPayPages />}
      {data ? (
        <Content link={data} hasPayPages={hasPayPages} />
      ) : link.isError ? (
        <LoadError query={link} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </div>
  );
}

function Content({ link, hasPayPages }: { link: LinkDetail; hasPayPages: boolean }) {
  const t = useTranslations('links');
  const { count, of } = link.declined;
  return (
    <>
      {count >= declinedMin && count * 2 > of && (
        <Callout tone="warning" title={t('declined.title', { count, of })}>
          {t('declined.text')}
        </Callout>
      )}
      <Figures link={link} />
      <div className={cn('grid items-start gap-4', hasPayPages && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]')}>
        {hasPayPages && <ShareLink link={link} />}
        <Facts link={link} />
      </div>
      <AttemptsTable link={link} refreshMs={refreshMs} />
    </>
  );
}

function Figures({ link }: { link: LinkDetail }) {
  const t = useTranslations('links.figures');
  const amountText = useAmountText();
  const { paidAmount, paidCount, paymentsMax, openAttempts, declined } = link;
  const paid =
    paymentsMax === null
      ? t('payments', { count: paidCount })
      : t('paymentsOf', { count: paidCount, max: formatNumber(paymentsMax) });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label={t('amount')} value={amountText(link)} hint={t(`kind.${link.kind}`)} />
      <Stat label={t('paid')} value={formatMoney(paidAmount)} hint={paid} />
      <Stat label={t('open')} value={formatNumber(openAttempts)} hint={t('openHint')} />
      <Stat
        label={t('declined')}
        value={formatNumber(declined.count)}
        hint={t('declinedHint', { count: declined.of })}
      />
    </div>
  );
}

function Facts({ link }: { link: LinkDetail }) {
  const t = useTranslations('links.facts');
  const { providers } = useFrame();
  const hasMenu = link.offline || providers.some(({ rail }) => rail === 'mpesa');
  const { linkId, description, accountReference, referencePrefix, expiresAt, endedAt, phone, returnUrl, fields } = link;
  return (
    <Panel title={t('title')} contentClassName="py-1">
      <KeyValueList
        items={[
          description !== null && {
            label: t('description'),
            value: <span className="whitespace-pre-line">{description}</span>,
          },
          accountReference !== null && { label: t('reference'), value: accountReference, copy: accountReference },
          referencePrefix !== null && { label: t('references'), value: t('prefix', { prefix: referencePrefix }) },
          link.choices.length > 0 && { label: t('choices'), value: link.choices.map(formatChoice).join(', ') },
          endedAt === null
            ? { label: t('ends'), value: expiresAt ? <Time value={expiresAt} /> : t('never') }
            : { label: t('ended'), value: <Time value={endedAt} /> },
          phone !== null && { label: t('phone'), value: phone },
          returnUrl !== null && { label: t('returnUrl'), value: returnUrl, mono: true },
          { label: t('language'), value: t(`languages.${link.language}`) },
          hasMenu && { label: t('offline'), value: link.offline ? t('offlineOn') : t('offlineOff') },
          fields.length > 0 && { label: t('questions'), value: fields.map(({ label }) => label).join(', ') },
          { label: t('by'), value: <ActorName who={link.by} /> },
          { label: t('created'), value: <Time value={link.createdAt} /> },
          { label: t('id'), value: linkId, mono: true, copy: linkId },
        ]}
      />
    </Panel>
  );
}

const formatChoice = (choice: number) => formatMoney(choice);
