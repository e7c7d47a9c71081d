'use client';

import { CircleHelp, LoaderCircle } from 'lucide-react';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import { BigButton } from './big-button.tsx';
import { Face, Screen } from './screen.tsx';
import { useAsk } from './use-ask.ts';
import type { Visit } from './visit.ts';

type Props = {
  shop: string;
  visit: Visit;
  onOrdered(requestKey: string, orderId: string): void;
  onRefused(visit: Visit, error: unknown): void;
  onAgain(): void;
  onNext(isOpen: boolean): void;
};

/** Until the server has the order. */
export function Asking({ shop, visit, onOrdered, onRefused, onAgain, onNext }: Props) {
  const t = useTranslations('display.asking');
  const { isCutOff, isGivenUp } = useAsk(visit, { onOrdered, onRefused });
  const amount = readAmount(visit.amount) ?? 0;
  if (isGivenUp) {
    return (
      <Screen shop={shop} tone="unclear" isCutOff>
        <Face
          tone="unclear"
          amount={amount}
          icon={<CircleHelp aria-hidden="true" className="size-16" />}
          title={t('lost')}
          controls={
            <>
              <BigButton look="primary" onClick={onAgain}>
                {t('again')}
              </BigButton>
              <BigButton onClick={() => onNext(true)}>{t('next')}</BigButton>
            </>
          }
        >
          <p>{t('lostText')}</p>
        </Face>
      </Screen>
    );
  }
  return (
    <Screen shop={shop} isCutOff={isCutOff}>
      <Face
        amount={amount}
        icon={<LoaderCircle aria-hidden="true" className="size-12 animate-spin" />}
        title={t(visit.way === 'qr' ? 'drawing' : 'sending')}
      >
        {isCutOff && <p>{t('goesOn')}</p>}
      </Face>
    </Screen>
  );
}
