'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Callout } from '@tillgate/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import type { PaymentDetail } from '../types.ts';

const countdownMax = 120;
/** A prompt lives for about a minute; after two the customer has nothing to answer any more. */
const promptLifeMs = 120_000;

type Props = {
  prospect: NonNullable<PaymentDetail['prospect']>;
  payment: Pick<PaymentDetail['payment'], 'createdAt' | 'rail'>;
  now: string;
};

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

/** The next step of a pending payment, and what happens without a result. */
export function PendingCard({ prospect, payment: { createdAt, rail }, now }: Props) {
  const t = useTranslations('payments.pending');
  const { isAcknowledged, nextQueryAt, lastQueriedAt, reviewAt } = prospect;
  const seconds = useSecondsUntil(nextQueryAt, now);
  const network = railLabel(rail);
  const isOverdue = Date.parse(now) - Date.parse(createdAt) > promptLifeMs;
  const waits = isAcknowledged ? (isOverdue ? 'overdue' : 'acknowledged') : 'unacknowledged';
  return (
    <Callout tone={waits === 'acknowledged' ? 'info' : 'warning'} title={t(`${waits}Title`, { network })}>
      <p>{t(waits, { network })}</p>
      {nextQueryAt !== null && (
        <p className="mt-1 tabular-nums">
          <NextQuery at={nextQueryAt} seconds={seconds} network={network} />
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

type NextProps = { at: string; seconds: number | undefined; network: string };

function NextQuery({ at, seconds, network }: NextProps) {
  const t = useTranslations('payments.pending');
  if (seconds === undefined || seconds > countdownMax) {
    return (
      <>
        {t('nextAt', { network })} <Time value={at} format="dateTimeSeconds" />.
      </>
    );
  }
  return seconds <= 0 ? t('nextNow', { network }) : t('nextIn', { seconds, network });
}
