'use client';

import type { RailName } from '@tillgate/domain/rails/labels';
import { Button, Callout, Card, CardContent, CardFooter, CardHeader, Field, Input } from '@tillgate/ui';
import { Send } from 'lucide-react';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl/react';
import { AmountField } from '@/features/money/amount-field';
import { problemOfAmount, readAmount } from '@/features/money/entry';
import { NetworkField } from '@/features/rails/network-field';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney } from '@/format';
import { fieldIssues } from '@/trpc/errors';
import type { PromptValues } from './types.ts';
import { useSend } from './use-send.ts';

/** The payment that this is a new attempt of. */
export type Earlier = { paymentId: string; status: 'pending' | 'success' | 'failed' };
type Props = {
  values: PromptValues;
  rails: readonly RailName[];
  onChange(values: PromptValues): void;
  earlier?: Earlier;
  onSent(orderId: string): void;
};

const referenceMax = 12;

/** How long the reference is when the network would refuse it: it is never cut while somebody types. */
function tooLong(reference: string): { count: number; max: number } | undefined {
  const count = [...reference.trim()].length;
  return count > referenceMax ? { count, max: referenceMax } : undefined;
}

/** The form of a prompt. The server validates it when the button is pressed. */
export function PromptForm({ values, rails, onChange, earlier, onSent }: Props) {
  const t = useTranslations('collect.form');
  const { send, isPending, error } = useSend(onSent);
  const said = useSaidNetwork(values.rail);
  const issues = fieldIssues(error);
  const wrong = { amount: problemOfAmount(values.amount), reference: tooLong(values.reference) };
  const change = (name: keyof PromptValues) => (event: { target: { value: string } }) =>
    onChange({ ...values, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wrong.amount && !wrong.reference) send(values);
  };
  return (
    <Card>
      <CardHeader title={t('title')} />
      <form onSubmit={submit} noValidate>
        <CardContent className="flex flex-col gap-4">
          {earlier && <EarlierNote earlier={earlier} />}
          <FormError error={error} fields={['phone', 'amount', 'accountReference', 'description', 'rail']} />
          <Field label={t('phone')} description={t('phoneHelp')} error={issues.phone} required>
            <Input value={values.phone} onChange={change('phone')} type="tel" autoComplete="off" />
          </Field>
          <NetworkField
            label={t('network')}
            description={t('networkHelp')}
            automatic={t('networkAutomatic')}
            rails={rails}
            value={values.rail}
            onChange={(rail) => onChange({ ...values, rail })}
            error={issues.rail}
          />
          <AmountField
            label={t('amount')}
            description={t('amountHelp')}
            error={issues.amount ?? (wrong.amount && t(`amountIs.${wrong.amount}`, said))}
            value={values.amount}
            onChange={change('amount')}
          />
          <Field
            label={t('reference')}
            description={t('referenceHelp')}
            error={
              issues.accountReference ?? (wrong.reference && t('referenceTooLong', { ...said, ...wrong.reference }))
            }
            optional
          >
            <Input value={values.reference} onChange={change('reference')} autoComplete="off" />
          </Field>
          <Field label={t('description')} error={issues.description} optional>
            <Input value={values.description} onChange={change('description')} maxLength={64} autoComplete="off" />
          </Field>
        </CardContent>
        <CardFooter className="justify-between">
          <Summary values={values} />
          <Button type="submit" variant="primary" icon={<Send aria-hidden="true" />} isPending={isPending}>
            {t('submit')}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

function Summary({ values }: { values: PromptValues }) {
  const t = useTranslations('collect.form');
  const amount = readAmount(values.amount);
  const text =
    amount && values.phone.trim()
      ? t('summary', { phone: values.phone.trim(), amount: formatMoney(amount) })
      : t('summaryEmpty');
  return <p className="min-w-0 flex-1 basis-56 text-muted-foreground text-xs">{text}</p>;
}

function EarlierNote({ earlier: { paymentId, status } }: { earlier: Earlier }) {
  const t = useTranslations('collect.form');
  const tenant = useTenant();
  if (status !== 'pending') return <Callout tone="info">{t('again')}</Callout>;
  return (
    <Callout
      tone="warning"
      actions={
        <Link href={tenantPath(tenant, `payments/${paymentId}`)} className="font-medium text-link underline">
          {t('openPending')}
        </Link>
      }
    >
      {t('stillPending')}
    </Callout>
  );
}
