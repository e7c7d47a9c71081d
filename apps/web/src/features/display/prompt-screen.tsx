'use client';

import { Progress as Bar } from '@tillgate/ui';
import { CircleCheck, CircleHelp, CircleX, LoaderCircle, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { answerSeconds, type Stage } from '@/features/collect/countdown';
import { useProgress } from '@/features/collect/use-progress';
import { readAmount } from '@/features/money/entry';
import { railOfInput, saidNetwork } from '@/features/rails/said-network';
import { onDemand } from '@/features/shell/on-demand';
import { useProviderFacts } from '@/features/shell/use-provider-trouble';
import { dataOf } from '@/trpc/errors';
import { BigButton } from './big-button.tsx';
import { maskedOf } from './kept.ts';
import { Face, Screen, type ScreenTone } from './screen.tsx';
import type { Visit } from './visit.ts';

/** Payments of a customer are private, so they disappear from the screen. */
const paidShownMs = 60_000;
const iconSize = 'size-20 sm:size-24';

type Props = {
  shop: string;
  visit: Visit & { orderId: string };
  /** Sends another prompt. Returns why nothing was sent. */
  onAskAgain(): string | undefined;
  onChange(): void;
  onNext(isOpen: boolean): void;
  /** Looks for a payment that the customer speaks of. */
  onFind(): void;
};

const tones: Record<Stage, ScreenTone> = {
  sending: 'plain',
  waiting: 'plain',
  overdue: 'unclear',
  unclear: 'unclear',
  paid: 'paid',
  not_sent: 'failed',
  unpaid: 'failed',
};

/** How far the prompt of the customer at the counter is. */
export function PromptScreen(props: Props) {
  const progress = useProgress(props.visit.orderId);
  const { stage, error } = progress;
  const isCutOff = Boolean(error) && dataOf(error) === undefined;
  return (
    <Screen
      shop={props.shop}
      tone={stage === 'paid' && props.visit.isBack ? 'unclear' : tones[stage]}
      isCutOff={isCutOff}
    >
      <Stages {...props} {...progress} />
    </Screen>
  );
}

type StageProps = Props & ReturnType<typeof useProgress>;

function Stages(props: StageProps) {
  const { stage, visit, payment, order, seconds, onNext, onChange } = props;
  const said = saidNetwork(payment?.rail ?? railOfInput(order?.input), useProviderFacts());
  const t = useTranslations('display.prompt');
  const amount = payment?.amount ?? readAmount(visit.amount) ?? 0;
  const receipt = payment?.providerReceipt ?? undefined;
  const { reference } = visit;
  const next = <BigButton onClick={() => onNext(true)}>{t('next')}</BigButton>;
  switch (stage) {
    case 'paid':
      if (visit.isBack) {
        return <PaidEarlier {...{ amount, reference, receipt, onChange }} onNext={() => onNext(false)} />;
      }
      return (
        <Paid
          {...{ amount, reference, receipt }}
          paymentId={payment?.hasReceipt ? payment.paymentId : undefined}
          onNext={() => onNext(false)}
        />
      );
    case 'unpaid':
    case 'not_sent':
      return <Unpaid {...props} amount={amount} />;
    case 'sending':
      return (
        <Face
          amount={amount}
          reference={reference}
          icon={<LoaderCircle aria-hidden="true" className="size-12 animate-spin" />}
          title={t('sending')}
          controls={next}
        />
      );
    case 'waiting': {
      const left = t('seconds', { seconds });
      return (
        <Face
          amount={amount}
          reference={reference}
          icon={<Smartphone aria-hidden="true" className={iconSize} />}
          title={t('waiting', said)}
          controls={next}
        >
          <p>{t('waitingText', { phone: maskedOf(visit.phone) })}</p>
          <div className="w-64 max-w-full">
            <Bar label={t('countdown')} value={seconds} max={answerSeconds} valueText={left} tone="info" />
          </div>
          <p className="text-base text-muted-foreground">{left}</p>
        </Face>
      );
    }
    default:
      return (
        <Face
          tone="unclear"
          amount={amount}
          reference={reference}
          icon={<CircleHelp aria-hidden="true" className={iconSize} />}
          title={t(stage, said)}
          controls={
            <>
              <BigButton onClick={props.onFind}>{t('saysPaid')}</BigButton>
              {next}
            </>
          }
        >
          <p>{t(`${stage}Text`, said)}</p>
        </Face>
      );
  }
}

type PaidProps = { amount: number; reference?: string; receipt: string | undefined; onNext(): void };

const ReceiptDialog = onDemand(() => import('@/features/receipts/receipt-dialog').then((part) => part.ReceiptDialog));

/** Shared with codes: the same green for the same fact. */
export function Paid({
  amount,
  reference,
  receipt,
  paymentId,
  onNext,
}: PaidProps & { paymentId?: string | undefined }) {
  const t = useTranslations('display.prompt');
  const tReceipts = useTranslations('receipts');
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(onNext, paidShownMs);
    return () => clearTimeout(timer);
  }, [onNext]);
  return (
    <Face
      tone="paid"
      amount={amount}
      reference={reference}
      icon={<CircleCheck aria-hidden="true" strokeWidth={1.75} className="size-28 sm:size-36" />}
      title={t('paid')}
      controls={
        <>
          <BigButton look="onPaid" onClick={onNext}>
            {t('nextCustomer')}
          </BigButton>
          {paymentId !== undefined && (
            <BigButton look="onPaid" onClick={() => setReceiptOpen(true)}>
              {tReceipts('open')}
            </BigButton>
          )}
        </>
      }
    >
      <p className="font-mono text-2xl">{receipt ?? t('noReceipt')}</p>
      <p>{t('thanks')}</p>
      {isReceiptOpen && paymentId !== undefined && (
        <ReceiptDialog paymentId={paymentId} onClose={() => setReceiptOpen(false)} />
      )}
    </Face>
  );
}

/**
 * An earlier request was paid, and the cashier must say whether it belongs to this sale. Green would suggest that it
 * does.
 */
export function PaidEarlier({ amount, reference, receipt, onChange, onNext }: PaidProps & { onChange(): void }) {
  const t = useTranslations('display.prompt');
  return (
    <Face
      tone="unclear"
      amount={amount}
      reference={reference}
      icon={<CircleHelp aria-hidden="true" className={iconSize} />}
      title={t('paidEarlier')}
      controls={
        <>
          <BigButton look="primary" onClick={onChange}>
            {t('newRequest')}
          </BigButton>
          <BigButton onClick={onNext}>{t('nextCustomer')}</BigButton>
        </>
      }
    >
      <p className="font-mono">{receipt ?? t('noReceipt')}</p>
      <p>{t('paidEarlierText')}</p>
    </Face>
  );
}

/** Another prompt can be sent from here alone: this one has ended. */
function Unpaid({ stage, visit, payment, failure, amount, ...on }: StageProps & { amount: number }) {
  const t = useTranslations('display.prompt');
  const [refusal, setRefusal] = useState<string>();
  const decoded = payment?.decoded;
  // A request from the list has no whole phone number.
  const isRetryable = !visit.isRecalled && (decoded?.retryable ?? stage === 'not_sent');
  return (
    <Face
      tone="failed"
      amount={amount}
      reference={visit.reference}
      icon={<CircleX aria-hidden="true" className={iconSize} />}
      title={t(stage === 'not_sent' ? 'notSent' : 'unpaid')}
      notice={refusal}
      controls={
        <>
          {isRetryable && (
            <BigButton look="primary" onClick={() => setRefusal(on.onAskAgain())}>
              {t('askAgain')}
            </BigButton>
          )}
          <BigButton onClick={on.onChange}>{t('change')}</BigButton>
          <BigButton onClick={on.onFind}>{t('saysPaid')}</BigButton>
          <BigButton onClick={() => on.onNext(false)}>{t('nextCustomer')}</BigButton>
        </>
      }
    >
      <p>{decoded?.customerMessage ?? t('noMoney')}</p>
      {!decoded && failure?.detail && <p className="text-base">{failure.detail}</p>}
    </Face>
  );
}
