'use client';

import { cn, Stat, type StatProps } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { centsText } from '@/features/money/cents';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber, formatShare, Time } from '@/format';
import { compareAmounts, comparePoints, rateOf } from './comparison.ts';
import type { Count, Home } from './types.ts';

const names = ['collected', 'successRate', 'pending', 'payouts', 'float'] as const;

/** What matters today, each against the same weekday. */
export function Stats({ home, className }: { home: Home | undefined; className?: string }) {
  const t = useTranslations('home.stats');
  const seesFloat = usePermission('days.read');
  const shown = names.filter((name) => name !== 'float' || seesFloat);
  return (
    <section
      aria-label={t('label')}
      className={cn(
        'grid grid-cols-2 gap-3',
        seesFloat ? 'lg:grid-cols-3 xl:grid-cols-5 [&>:first-child]:max-lg:col-span-2' : 'xl:grid-cols-4',
        className,
      )}
    >
      {shown.map((name) => {
        const Known = known[name];
        return home ? <Known key={name} home={home} /> : <Stat key={name} label={t(name)} value="" isLoading />;
      })}
    </section>
  );
}

/** The name of today, as the last day of the series. */
function useWeekday(home: Home): string {
  const t = useTranslations('home.weekdays');
  const day = home.days.at(-1)?.day ?? '1970-01-01';
  return t(String(new Date(`${day}T00:00:00Z`).getUTCDay()) as '0');
}

function CollectedStat({ home }: { home: Home }) {
  const t = useTranslations('home.stats');
  const { amount, gross, refunded } = home.today;
  const { hint, ...words } = useCollectedWords(home);
  const beforeRefunds = t('beforeRefunds', { gross: formatMoney(gross), refunded: formatMoney(refunded) });
  const hints = refunded > 0 ? [hint, beforeRefunds] : [hint];
  return (
    <Stat
      label={t('collected')}
      value={<ReportLink amount={amount} report="collections" />}
      hint={hints.join(' · ')}
      {...words}
    />
  );
}

/** A sum of today, which leads to the report that has it. */
function ReportLink({ amount, report }: { amount: number; report: 'collections' | 'payouts' }) {
  const path = tenantPath(useTenant(), `reports?report=${report}&period=today`);
  return (
    <Link href={path} className="rounded-sm hover:underline">
      {formatMoney(amount)}
    </Link>
  );
}

function useCollectedWords(home: Home): Pick<StatProps, 'delta' | 'hint'> {
  const t = useTranslations('home.stats');
  const weekday = useWeekday(home);
  const compared = compareAmounts(home.today, home.lastWeek);
  switch (compared.kind) {
    case 'none':
      return { hint: t('nothingToCompare', { weekday }) };
    case 'few':
      return { hint: t('weekdayHad', { weekday, amount: formatMoney(home.lastWeek.amount) }) };
    case 'same':
      return { delta: { text: t('same') }, hint: t('asWeekday', { weekday }) };
    case 'more':
      return {
        delta: { text: t('more', { share: formatShare(compared.share) }), tone: 'success' },
        hint: t('thanWeekday', { weekday }),
      };
    case 'less':
      return {
        delta: { text: t('less', { share: formatShare(compared.share) }), tone: 'danger' },
        hint: t('thanWeekday', { weekday }),
      };
  }
}

function RateStat({ home }: { home: Home }) {
  const t = useTranslations('home.stats');
  const { succeeded, failed } = home.today;
  const rate = rateOf(home.today);
  const few = succeeded + failed === 0 ? '—' : t('paidOf', { paid: succeeded, ended: succeeded + failed });
  return <Stat label={t('successRate')} value={rate === undefined ? few : formatShare(rate)} {...useRateWords(home)} />;
}

function useRateWords(home: Home): Pick<StatProps, 'delta' | 'hint'> {
  const t = useTranslations('home.stats');
  const weekday = useWeekday(home);
  const points = comparePoints(home.today, home.lastWeek);
  if (home.today.succeeded + home.today.failed === 0) return { hint: t('noneSettled') };
  if (points === undefined) return { hint: t('tooFew') };
  if (points === 0) return { delta: { text: t('equal') }, hint: t('asWeekday', { weekday }) };
  const text = t('points', { points: Math.abs(points) });
  return {
    delta:
      points > 0
        ? { text: t('higher', { points: text }), tone: 'success' }
        : { text: t('lower', { points: text }), tone: 'danger' },
    hint: t('thanWeekday', { weekday }),
  };
}

/** A count that may be more than was counted. */
export function useCountText(): (count: Count) => string {
  const t = useTranslations('home.stats');
  return ({ value, more }) => (more ? t('moreThan', { text: formatNumber(value) }) : formatNumber(value));
}

function PendingStat({ home }: { home: Home }) {
  const t = useTranslations('home.stats');
  const tenant = useTenant();
  const countText = useCountText();
  const value = (
    <Link href={tenantPath(tenant, 'payments?status=pending')} className="rounded-sm hover:underline">
      {countText(home.pending)}
    </Link>
  );
  return <Stat label={t('pending')} value={value} hint={home.pending.value === 0 ? t('nonePending') : t('waiting')} />;
}

function PayoutsStat({ home }: { home: Home }) {
  const t = useTranslations('home.stats');
  const { amount, count, pending } = home.payouts;
  const made = t('payoutsMade', { count, text: formatNumber(count) });
  const hint = pending === 0 ? made : `${made}, ${t('payoutsPending', { text: formatNumber(pending) })}`;
  return <Stat label={t('payouts')} value={<ReportLink amount={amount} report="payouts" />} hint={hint} />;
}

function FloatStat({ home }: { home: Home }) {
  const t = useTranslations('home.stats');
  const tenant = useTenant();
  const { float } = home;
  if (!float) {
    const ask = (
      <Link href={tenantPath(tenant, 'inquiries')} className="text-link hover:underline">
        {t('ask')}
      </Link>
    );
    return (
      <Stat label={t('float')} value={<span className="text-muted-foreground">{t('unknownFloat')}</span>} hint={ask} />
    );
  }
  return (
    <Stat
      label={`${t('float')} · ${float.account}`}
      value={centsText(float.balanceCents)}
      hint={<Time value={float.balanceAt} format="relative" />}
    />
  );
}

const known = {
  collected: CollectedStat,
  successRate: RateStat,
  pending: PendingStat,
  payouts: PayoutsStat,
  float: FloatStat,
};
