'use client';

import { useMutation } from '@tanstack/react-query';
import type { RailName } from '@tillgate/domain/rails/labels';
import { Button, Callout, Field, Input, Panel } from '@tillgate/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { idOf } from '@/features/orders/order-outcome';
import { OrderProgress } from '@/features/orders/order-progress';
import { newRequestKey } from '@/features/orders/request-key';
import { useOrder } from '@/features/orders/use-order';
import { NetworkField } from '@/features/rails/network-field';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { FormError } from '@/features/shell/form-error';
import { useFrame } from '@/features/shell/frame-context';
import { useRefresh } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';

type Props = {
  /** Called with the new inquiry, which opens beside the list. */
  onAnswered: (queryId: string) => unknown;
};

/** The forms of both inquiries: the status of a transaction, and the balances. */
export function AskForms({ onAnswered }: Props) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <AskStatus onAnswered={onAnswered} />
      <AskBalance onAnswered={onAnswered} />
    </div>
  );
}

function AskStatus({ onAnswered }: Props) {
  const t = useTranslations('inquiries.ask');
  const said = useSaidNetwork();
  const trpc = useTRPC();
  const tenant = useTenant();
  const [receipt, setReceipt] = useState('');
  const [isChecked, setChecked] = useState(false);
  const ask = useMutation(trpc.inquiries.askStatus.mutationOptions());
  const issue = fieldIssues(ask.error).transactionId;

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const transactionId = receipt.trim();
    if (transactionId !== '') ask.mutate({ ...tenant, transactionId, requestKey: newRequestKey() });
  }

  return (
    <Panel title={t('status')} description={t('statusMore', said)} contentClassName="flex flex-col gap-3">
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-2">
        <Field
          label={t('receipt')}
          hideLabel
          error={issue ?? (isChecked && receipt.trim() === '' ? t('receiptMissing', said) : undefined)}
          className="min-w-48 flex-1"
        >
          <Input
            mono
            placeholder="TJK1A2B3C4"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value)}
          />
        </Field>
        <Button type="submit" isPending={ask.isPending}>
          {t('askStatus')}
        </Button>
      </form>
      <Following orderId={ask.data?.orderId} error={issue ? null : ask.error} onAnswered={onAnswered} />
    </Panel>
  );
}

function AskBalance({ onAnswered }: Props) {
  const t = useTranslations('inquiries.ask');
  const trpc = useTRPC();
  const tenant = useTenant();
  const ask = useMutation(trpc.inquiries.askBalance.mutationOptions());
  const { providers } = useFrame();
  const [rail, setRail] = useState<RailName>();
  return (
    <Panel title={t('balance')} description={t('balanceMore')} contentClassName="flex flex-col gap-3">
      <NetworkField
        label={t('network')}
        automatic={t('networkDefault')}
        rails={providers.map((provider) => provider.rail)}
        value={rail}
        onChange={setRail}
      />
      <Button
        className="self-start"
        isPending={ask.isPending}
        onClick={() => ask.mutate({ ...tenant, rail, requestKey: newRequestKey() })}
      >
        {t('askBalance')}
      </Button>
      <Following orderId={ask.data?.orderId} rail={rail} error={ask.error} onAnswered={onAnswered} />
    </Panel>
  );
}

type FollowingProps = Props & { orderId: string | undefined; rail?: RailName | undefined; error: unknown };

/** Follows the question to the provider; once it has become an inquiry, that is opened. */
function Following({ orderId, rail, error, onAnswered }: FollowingProps) {
  const t = useTranslations('inquiries.ask');
  const said = useSaidNetwork(rail);
  const refresh = useRefresh();
  const { order } = useOrder(orderId);
  const queryId = order && idOf(order, 'queryId');
  const isTaken = order?.outcome?.ok === true;
  const announced = useRef<string>(undefined);
  useEffect(() => {
    // Once per inquiry, so that a closed one does not open again.
    if (!queryId || announced.current === queryId) return;
    announced.current = queryId;
    void refresh();
    if (isTaken) void onAnswered(queryId);
  }, [queryId, isTaken, refresh, onAnswered]);
  if (error) return <FormError error={error} />;
  if (!orderId) return null;
  return (
    <OrderProgress orderId={orderId} rail={rail}>
      {() => <Callout tone="success">{t('asked', said)}</Callout>}
    </OrderProgress>
  );
}
