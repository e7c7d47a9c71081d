'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Callout } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import type { ProviderTrouble } from './provider-state.ts';

/** Shows on every page that orders and callbacks wait to be processed, and that nothing is lost. */
export function DelayBand({ since }: { since: string }) {
  const t = useTranslations('shell.delay');
  return <Band title={t.rich('title', { time: () => <Time value={since} format="time" /> })}>{t('text')}</Band>;
}

/** Says on every page that a network is slow or silent, and what to do meanwhile. */
export function ProviderBand({ rail, state, since }: ProviderTrouble) {
  const t = useTranslations('shell.provider');
  return (
    <Band
      title={t.rich(`${state}.title`, { network: railLabel(rail), time: () => <Time value={since} format="time" /> })}
    >
      {t(`${state}.text`)}
    </Band>
  );
}

function Band({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div role="status" className="mx-auto w-full max-w-page px-4 pt-6 sm:px-6 lg:px-8">
      <Callout tone="warning" title={title}>
        {children}
      </Callout>
    </div>
  );
}
