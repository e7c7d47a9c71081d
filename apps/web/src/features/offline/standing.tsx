'use client';

import { Stat } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { usePermission } from '@/features/shell/use-permission';
import { formatMoney, Time } from '@/format';
import type { OfflineState } from './types.ts';

type Props = { state: OfflineState | undefined };

/** What is true now: whether payments are announced here, what came last, what waits, and whether gaps are repaired. */
export function Standing({ state }: Props) {
  const t = useTranslations('offline.standing');
  return (
    <section aria-label={t('label')} className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {state ? (
        <>
          <RegistrationStat state={state} />
          <LatestStat state={state} />
          <WaitingStat state={state} />
          <MissedStat state={state} />
        </>
      ) : (
        (['registration', 'latest', 'waiting', 'missed'] as const).map((name) => (
          <Stat key={name} label={t(name)} value="" isLoading />
        ))
      )}
    </section>
  );
}

type KnownProps = { state: OfflineState };

function RegistrationStat({ state: { account, registration } }: KnownProps) {
  const t = useTranslations('offline');
  const number = account?.tillNumber ?? account?.shortcode ?? '';
  return (
    <Stat
      label={t('standing.registration')}
      value={t(registration ? 'registration.registered' : 'registration.notRegistered')}
      hint={
        account && (
          <>
            {t(`registration.of.${account.product}`, { number })}
            {registration && (
              <>
                {' · '}
                {t('standing.since')} <Time value={registration.registeredAt} format="date" />
              </>
            )}
          </>
        )
      }
    />
  );
}

function LatestStat({ state: { recent } }: KnownProps) {
  const t = useTranslations('offline.standing');
  const [latest] = recent;
  if (!latest) return <Stat label={t('latest')} value={<span className="text-muted-foreground">{t('none')}</span>} />;
  return (
    <Stat
      label={t('latest')}
      value={<Time value={latest.createdAt} format="relative" />}
      hint={[formatMoney(latest.amount), latest.accountRef].filter(Boolean).join(' · ')}
    />
  );
}

function WaitingStat({ state: { reviews, held } }: KnownProps) {
  const t = useTranslations('offline.standing');
  const count = reviews.rows.length;
  return (
    <Stat
      label={t('waiting')}
      value={reviews.hasMore ? t('moreThan', { count }) : count}
      hint={held.length > 0 ? t('held', { count: held.length }) : count === 0 && t('nothingWaits')}
    />
  );
}

function MissedStat({ state: { pulls } }: KnownProps) {
  const t = useTranslations('offline');
  const maySwitchOn = usePermission('offline.write') && pulls !== null;
  const isOn = pulls?.isOn === true;
  const hint = pulls?.pulledTo ? (
    <>
      {t('pull.pulledTo')} <Time value={pulls.pulledTo} />
    </>
  ) : (
    t('pull.nothingYet')
  );
  return (
    <Stat
      label={t('standing.missed')}
      value={t(isOn ? 'standing.recovered' : 'standing.notRecovered')}
      hint={isOn ? hint : maySwitchOn && t('standing.seeSettings')}
    />
  );
}
