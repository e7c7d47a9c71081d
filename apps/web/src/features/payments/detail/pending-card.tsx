'use client';

import { Callout } from '@tillgate/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import type { PaymentDetail } from '../types.ts';

const countdownMax = 120;

type Props = { prospect: NonNullable<PaymentDetail['prospect']>; now: string };

/** Seconds until a moment on the server's clock; the reader's own may be wrong. Undefined until the browser counts. */
function useSecondsUntil(moment: string | null, serverNow: string): number | undefined {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (moment === null) return setSeconds(undefined);
    const ahead = Date.parse(serverNow) - Date.now();
    const tick = () => setSeconds(Math.ceil((Date.parse(moment) - Date.now() - ahead) / 1000));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [moment, serverNow]);
  return moment === null ? undefined : seconds;
}

/** What a pending payment waits for, and what happens if nothing comes. */
export function PendingCard({ prospect, now }: Props) {
  const t = useTranslations('payments.pending');
  const { isAcknowledged, nextQueryAt, lastQueriedAt, reviewAt } = prospect;
  const seconds = useSecondsUntil(nextQueryAt, now);
  return (
    <Callout tone={isAcknowledged ? 'info' : 'warning'} title={isAcknowledged ? t('title') : t('unacknowledgedTitle')}>
      <p>{isAcknowledged ? t('acknowledged') : t('unacknowledged')}</p>
      {nextQueryAt !== null && (
        <p className="mt-1 tabular-nums">
          <NextQuery at={nextQueryAt} seconds={seconds} />
        </p>
      )}
      <p className="mt-1">
        {lastQueriedAt !== null && (
          <>
            {t('lastAsked')} <Time value={lastQueriedAt} format="timeSeconds" />.{' '}
          </>
        )}
        {t('reviewAt')} <Time value={reviewAt} />.
      </p>
    </Callout>
  );
}

function NextQuery({ at, seconds }: { at: string; seconds: number | undefined }) {
  const t = useTranslations('payments.pending');
  if (seconds === undefined || seconds > countdownMax) {
    return (
      <>
        {t('nextAt')} <Time value={at} format="dateTimeSeconds" />.
      </>
    );
  }
  return seconds <= 0 ? t('nextNow') : t('nextIn', { seconds });
}
