'use client';

import { useQuery } from '@tanstack/react-query';
import { Dialog, Field, Input } from '@tillgate/ui';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import { saidNetwork } from '@/features/rails/said-network';
import { useMessageOf } from '@/features/shell/use-message-of';
import { useProviderFacts } from '@/features/shell/use-provider-trouble';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, maskPhone, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { dataOf } from '@/trpc/errors';
import { NoAnswer } from '@/trpc/no-answer';
import { BigButton } from './big-button.tsx';
import { type Sought, soughtOf } from './sought.ts';
import type { Visit } from './visit.ts';

/** A payment of the same phone and amount is looked for this far back. */
const lookBackMs = 24 * 60 * 60_000;
const shownMax = 5;

type Look = { sought: Sought; since: string; nth: number };

/** Whether a payment has arrived that a customer speaks of. It looks, and changes nothing. */
export function FindDialog({ visit, onClose }: { visit: Visit | undefined; onClose(): void }) {
  const t = useTranslations('display.find');
  const said = saidNetwork(undefined, useProviderFacts());
  const [typed, setTyped] = useState({
    receipt: '',
    phone: visit?.isRecalled ? '' : (visit?.phone ?? ''),
    amount: visit?.amount ?? '',
  });
  const [problem, setProblem] = useState<'noReceipt' | 'nothing'>();
  const [look, setLook] = useState<Look>();
  const change = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const sought = soughtOf({ ...typed, amount: readAmount(typed.amount) });
    if (typeof sought === 'string') {
      setProblem(sought);
      setLook(undefined);
      return;
    }
    setProblem(undefined);
    const since = new Date(Date.now() - lookBackMs).toISOString();
    setLook((last) => ({ sought, since, nth: (last?.nth ?? 0) + 1 }));
  };
  return (
    <Dialog title={t('title')} description={t('text')} size="lg" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3">
        <Field label={t('receipt', said)} error={problem && t(problem)}>
          <Input
            value={typed.receipt}
            onChange={change('receipt')}
            autoComplete="off"
            autoCapitalize="characters"
            mono
          />
        </Field>
        <p className="text-muted-foreground text-sm">{t('or')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('phone')}>
            <Input value={typed.phone} onChange={change('phone')} type="tel" autoComplete="off" />
          </Field>
          <Field label={t('amount')}>
            <Input value={typed.amount} onChange={change('amount')} inputMode="numeric" autoComplete="off" />
          </Field>
        </div>
        <BigButton type="submit" look="primary">
          <Search aria-hidden="true" className="size-5" />
          {t('look')}
        </BigButton>
      </form>
      <div aria-live="polite" className="mt-4 empty:mt-0">
        {look && <Found key={look.nth} sought={look.sought} since={look.since} />}
      </div>
    </Dialog>
  );
}

function Found({ sought, since }: Omit<Look, 'nth'>) {
  const t = useTranslations('display.find');
  const said = saidNetwork(undefined, useProviderFacts());
  const messageOf = useMessageOf();
  const trpc = useTRPC();
  const tenant = useTenant();
  const filter =
    'receipt' in sought
      ? { receipt: sought.receipt }
      : { phone: sought.phone, amountMin: sought.amount, amountMax: sought.amount, createdFrom: since };
  // Each press shows this anew, and it is read again.
  const options = trpc.payments.list.queryOptions(
    { ...tenant, ...filter, limit: shownMax },
    { staleTime: 0, gcTime: 0, retry: false, networkMode: 'always', refetchOnWindowFocus: false },
  );
  const { data, error, isFetching } = useQuery(options);
  if (isFetching) return <p>{t('looking')}</p>;
  if (error) {
    const text = dataOf(error) ? messageOf(error) : new NoAnswer('noAnswer').message;
    return (
      <p role="alert" className="rounded-lg bg-warning-surface p-3 font-medium text-warning">
        {text}
      </p>
    );
  }
  const payments = data?.payments ?? [];
  if (payments.length === 0) return <Nothing sought={sought} />;
  return (
    <ul className="flex flex-col gap-2">
      {payments.map(({ paymentId, status, amount, phone, accountRef, providerReceipt, createdAt, settledAt }) => (
        <li key={paymentId} className="rounded-lg border p-3">
          <p className={status === 'success' ? 'font-semibold text-lg' : 'font-semibold text-lg text-warning'}>
            {t(`is.${status}`, { amount: formatMoney(amount) })}
          </p>
          <p>
            <Time value={settledAt ?? createdAt} format="dateTimeSeconds" />
            {providerReceipt && <span className="font-mono"> · {providerReceipt}</span>}
          </p>
          <p className="break-words text-muted-foreground text-sm">
            {[phone && maskPhone(phone), accountRef].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
      <li className="text-muted-foreground text-sm">{t('check', said)}</li>
    </ul>
  );
}

/** What to do when it is not there. */
function Nothing({ sought }: { sought: Sought }) {
  const t = useTranslations('display.find');
  const said = saidNetwork(undefined, useProviderFacts());
  const steps = ['receipt' in sought ? 'askSpelling' : 'askMessage', 'wait', 'finance'] as const;
  return (
    <div className="rounded-lg bg-warning-surface p-3">
      <p className="font-semibold text-lg text-warning">{t('receipt' in sought ? 'noSuchReceipt' : 'noSuchPhone')}</p>
      <ol className="mt-1 list-decimal pl-5">
        {steps.map((step) => (
          <li key={step}>{t(step, said)}</li>
        ))}
      </ol>
    </div>
  );
}
