'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleHelp, CircleX, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useOnline } from '@/features/shell/use-online';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { dataOf } from '@/trpc/errors';
import { BigButton } from './big-button.tsx';
import { Face, Screen } from './screen.tsx';
import { allowed, certaintyOf, changesInMs } from './sending.ts';
import type { Press } from './use-send.ts';
import type { Visit } from './visit.ts';

const lookMs = 2_000;

type Props = {
  shop: string;
  visit: Visit;
  press: Press;
  onOrdered(requestKey: string, orderId: string): void;
  /** Sends it again. Returns why nothing was sent. */
  onRepeat(): string | undefined;
  onCancel(): void;
  onLeave(): void;
};

/** Until it is known that the server has the order, or that nothing was sent. */
export function Asking({ shop, visit, press, onOrdered, onRepeat, onCancel, onLeave }: Props) {
  const t = useTranslations('display.asking');
  const isOnline = useOnline();
  const messageOf = useMessageOf();
  const [refusal, setRefusal] = useState<string>();
  const { certainty, isCutOff } = useCertainty(visit, press, onOrdered);
  const common = { amount: readAmount(visit.amount) ?? 0, reference: visit.reference };
  if (certainty === 'sending') {
    return (
      <Screen shop={shop}>
        <Face
          {...common}
          icon={<LoaderCircle aria-hidden="true" className="size-12 animate-spin" />}
          title={t(visit.way === 'qr' ? 'drawing' : 'sending')}
        />
      </Screen>
    );
  }
  const may = allowed[certainty];
  const isUnsent = certainty === 'unsent';
  const Icon = isUnsent ? CircleX : CircleHelp;
  const why = refusal ?? (dataOf(press.error) ? messageOf(press.error) : undefined);
  const text = certainty === 'unknown' ? t(isOnline ? 'unknownText' : 'unknownOffline') : t(`${certainty}Text`);
  return (
    <Screen shop={shop} tone="unclear" isCutOff={isCutOff}>
      <Face
        {...common}
        tone="unclear"
        icon={<Icon aria-hidden="true" className="size-16" />}
        title={t(certainty)}
        notice={why}
        controls={
          <>
            {may.again && !visit.isRecalled && (
              <BigButton look="primary" onClick={() => setRefusal(onRepeat())}>
                {t('again')}
              </BigButton>
            )}
            {may.cancel && <BigButton onClick={onCancel}>{t('cancel')}</BigButton>}
            {may.leave && <BigButton onClick={onLeave}>{t('next')}</BigButton>}
          </>
        }
      >
        <p>{text}</p>
      </Face>
    </Screen>
  );
}

/** What is certain about the request. It asks the server for its state, and sends nothing. */
function useCertainty(visit: Visit, { attempt, error }: Press, onOrdered: Props['onOrdered']) {
  const { requestKey, askedAtMs } = visit;
  const trpc = useTRPC();
  const tenant = useTenant();
  const [, look] = useState(0);
  const nowMs = Date.now();
  const isWaiting = certaintyOf(askedAtMs, attempt, undefined, nowMs) === 'sending';
  const asking = useQuery(
    trpc.collect.requests.queryOptions(
      { ...tenant, requestKeys: [requestKey] },
      { enabled: !isWaiting, staleTime: 0, retry: false, refetchInterval: lookMs },
    ),
  );
  const found = asking.data?.requests.at(0);
  useEffect(() => {
    if (found) onOrdered(requestKey, found.orderId);
  }, [found, requestKey, onOrdered]);
  useEffect(() => {
    const inMs = changesInMs(askedAtMs, attempt, Date.now());
    if (inMs === undefined) return;
    const timer = setTimeout(() => look((times) => times + 1), inMs);
    return () => clearTimeout(timer);
  }, [askedAtMs, attempt]);
  const heard = asking.data && { isThere: found !== undefined, askedAtMs: asking.dataUpdatedAt };
  const certainty = certaintyOf(askedAtMs, attempt, heard, nowMs);
  const failed = [asking.error, certainty === 'unknown' ? error : null].some((one) => one && dataOf(one) === undefined);
  return { certainty, isCutOff: failed };
}
