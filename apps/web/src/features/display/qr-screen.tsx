'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleX, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Account } from '@/features/collect/types';
import { readAmount } from '@/features/money/entry';
import { failureOf } from '@/features/orders/order-outcome';
import { useOrder } from '@/features/orders/use-order';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber } from '@/format';
import { useTRPC } from '@/trpc/client';
import { dataOf } from '@/trpc/errors';
import { BigButton } from './big-button.tsx';
import { Paid, PaidEarlier } from './prompt-screen.tsx';
import { Face, Screen } from './screen.tsx';
import type { Visit } from './visit.ts';

const lookMs = 2_000;

type Props = {
  shop: string;
  account: Account;
  visit: Visit & { orderId: string };
  /** Has another code drawn. Returns why nothing was sent. */
  onAskAgain(): string | undefined;
  onChange(): void;
  onNext(): void;
};

/** A code to pay by, until its payment is there. */
export function QrScreen({ shop, account, visit, onAskAgain, onChange, onNext }: Props) {
  const t = useTranslations('display');
  const [refusal, setRefusal] = useState<string>();
  const { order, isSettled, error } = useOrder(visit.orderId);
  const { paid, error: lookError } = usePaid(visit.code);
  const amount = readAmount(visit.amount) ?? 0;
  const isCutOff = [error, lookError].some((one) => one && dataOf(one) === undefined);
  if (paid && paid.amount >= amount) {
    if (visit.isBack) {
      return (
        <Screen shop={shop} tone="unclear" isCutOff={isCutOff}>
          <PaidEarlier amount={paid.amount} receipt={paid.receipt} onChange={onChange} onNext={onNext} />
        </Screen>
      );
    }
    return (
      <Screen shop={shop} tone="paid" isCutOff={isCutOff}>
        <Paid amount={paid.amount} receipt={paid.receipt} onNext={onNext} />
      </Screen>
    );
  }
  const png = order?.outcome?.ok ? order.outcome.qrBase64 : undefined;
  if (typeof png === 'string') {
    return (
      <Screen shop={shop} isCutOff={isCutOff}>
        <Code png={png} amount={amount} account={account} visit={visit} part={paid?.amount} onNext={onNext} />
      </Screen>
    );
  }
  if (order && isSettled) {
    return (
      <Screen shop={shop} tone="failed" isCutOff={isCutOff}>
        <Face
          tone="failed"
          amount={amount}
          icon={<CircleX aria-hidden="true" className="size-20" />}
          title={t('qr.failed')}
          notice={refusal}
          controls={
            <>
              <BigButton look="primary" onClick={() => setRefusal(onAskAgain())}>
                {t('qr.again')}
              </BigButton>
              <BigButton onClick={onNext}>{t('prompt.nextCustomer')}</BigButton>
            </>
          }
        >
          <p className="text-base">{failureOf(order)?.detail}</p>
        </Face>
      </Screen>
    );
  }
  return (
    <Screen shop={shop} isCutOff={isCutOff}>
      <Face
        amount={amount}
        icon={<LoaderCircle aria-hidden="true" className="size-12 animate-spin" />}
        title={t('asking.drawing')}
      />
    </Screen>
  );
}

/** Payments with the reference of the code, which is unique to the customer. Without a reference they cannot be found. */
function usePaid(reference: string | undefined) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const found = useQuery(
    trpc.payments.list.queryOptions(
      { ...tenant, accountReference: reference, status: 'success' },
      { enabled: reference !== undefined, staleTime: 0, refetchInterval: lookMs },
    ),
  );
  const payments = found.data?.payments ?? [];
  const [first] = payments;
  if (!first) return { paid: undefined, error: found.error };
  const amount = payments.reduce((sum, payment) => sum + payment.amount, 0);
  return { paid: { amount, receipt: first.providerReceipt ?? undefined }, error: found.error };
}

type CodeProps = {
  png: string;
  amount: number;
  account: Account;
  visit: Visit;
  /** Whole KES that have arrived, when they are too few. */
  part: number | undefined;
  onNext(): void;
};

function Code({ png, amount, account, visit: { code }, part, onNext }: CodeProps) {
  const t = useTranslations('display.qr');
  const number = account.tillNumber ?? account.shortcode;
  return (
    <div className="mx-auto grid w-full max-w-5xl flex-1 content-center justify-items-center gap-5 px-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] landscape:md:grid-cols-2 landscape:md:items-center">
      {/* biome-ignore lint/performance/noImgElement: it is in the page already, there is nothing to fetch */}
      <img
        src={`data:image/png;base64,${png}`}
        alt={t('alt', { amount: formatMoney(amount), account: number })}
        className="aspect-square w-[min(80vw,60dvh)] max-w-md rounded-xl border bg-white p-3"
      />
      <div className="flex w-full max-w-md flex-col items-center gap-3 text-center text-xl">
        <p className="font-semibold text-[clamp(2.5rem,12vw,5rem)] leading-none tracking-tight">
          <span className="font-medium text-2xl tracking-normal">KES</span> {formatNumber(amount)}
        </p>
        <h1 className="font-semibold text-2xl">{t('title')}</h1>
        <p className="text-muted-foreground">{t('to', { account: number })}</p>
        {code && <p className="font-mono">{code}</p>}
        <p role="status" className="text-lg text-muted-foreground">
          {part !== undefined
            ? t('part', { part: formatMoney(part), amount: formatMoney(amount) })
            : t(code ? 'waiting' : 'lookYourself')}
        </p>
        <BigButton className="mt-2 w-full" onClick={onNext}>
          {t('next')}
        </BigButton>
      </div>
    </div>
  );
}
