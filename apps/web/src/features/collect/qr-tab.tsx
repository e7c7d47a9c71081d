'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Card, CardContent, CardFooter, CardHeader, Field, Input, RadioGroup } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { AmountField } from '@/features/money/amount-field';
import { readDecimalAmount } from '@/features/money/entry';
import { FormError } from '@/features/shell/form-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { QrResult } from './qr-result.tsx';
import type { Account } from './types.ts';
import { useRequestKey } from './use-request-key.ts';

/** Width of the image in pixels: sharp on paper, too. */
const sizePixels = '500';
const kinds = { paybill: 'PB', till: 'BG' } as const;

export type QrRequest = { amount: number; reference: string };
type Values = { amount: string; reference: string; merchantName: string; product: keyof typeof kinds };

/** A code that customers pay by. */
export function QrTab({ account }: { account: Account }) {
  const [made, setMade] = useState<{ orderId: string; request: QrRequest }>();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)]">
      <QrForm account={account} onMade={(orderId, request) => setMade({ orderId, request })} />
      <QrResult account={account} made={made} />
    </div>
  );
}

function QrForm({ account, onMade }: { account: Account; onMade(orderId: string, request: QrRequest): void }) {
  const t = useTranslations('collect.qr');
  const start: Values = { amount: '', reference: '', merchantName: '', product: account.product };
  const [values, setValues] = useState(start);
  const { make, isPending, error } = useMake(onMade);
  const issues = fieldIssues(error);
  const change = (name: keyof Values) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make(values);
  };
  return (
    <Card data-print="hide">
      <CardHeader title={t('title')} />
      <form onSubmit={submit} noValidate>
        <CardContent className="flex flex-col gap-4">
          <FormError error={error} fields={['amount', 'refNo', 'merchantName']} />
          <AmountField
            label={t('amount')}
            description={t('amountHelp')}
            error={issues.amount}
            inputMode="decimal"
            value={values.amount}
            onChange={change('amount')}
          />
          <Field label={t('reference')} description={t('referenceHelp')} error={issues.refNo} optional>
            <Input value={values.reference} onChange={change('reference')} maxLength={64} autoComplete="off" />
          </Field>
          <Field label={t('merchantName')} description={t('merchantNameHelp')} error={issues.merchantName} optional>
            <Input value={values.merchantName} onChange={change('merchantName')} maxLength={64} autoComplete="off" />
          </Field>
          <RadioGroup
            label={t('kind')}
            value={values.product}
            onValueChange={(product) =>
              setValues((before) => ({ ...before, product: product === 'till' ? 'till' : 'paybill' }))
            }
            options={[
              { value: 'paybill', label: t('paybill') },
              { value: 'till', label: t('till') },
            ]}
          />
        </CardContent>
        <CardFooter className="justify-end">
          <Button type="submit" variant="primary" isPending={isPending}>
            {t('submit')}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

function useMake(onMade: (orderId: string, request: QrRequest) => void) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const { keyOf, renew } = useRequestKey();
  const making = useMutation(
    trpc.collect.qr.mutationOptions({
      onSuccess: ({ orderId }, { amount, refNo }) => {
        // A code moves nothing: the same may be drawn again.
        renew();
        onMade(orderId, { amount, reference: refNo ?? '' });
      },
    }),
  );
  const make = ({ amount, reference, merchantName, product }: Values) => {
    const request = {
      // The server refuses NaN at its field.
      amount: readDecimalAmount(amount) ?? Number.NaN,
      refNo: reference.trim() || undefined,
      merchantName: merchantName.trim() || undefined,
      trxCode: kinds[product],
      size: sizePixels,
    };
    making.mutate({ ...tenant, ...request, requestKey: keyOf(request) });
  };
  return { make, isPending: making.isPending, error: making.error };
}
