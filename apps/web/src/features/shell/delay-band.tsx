'use client';

import { Callout } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';

/** Says on every page that what people and the provider sent waits to be processed, and that nothing is lost. */
export function DelayBand({ since }: { since: string }) {
  const t = useTranslations('shell.delay');
  return (
    <div role="status" className="mx-auto w-full max-w-7xl px-4 pt-4 sm:px-6 lg:px-8">
      <Callout tone="warning" title={t.rich('title', { time: () => <Time value={since} format="time" /> })}>
        {t('text')}
      </Callout>
    </div>
  );
}
