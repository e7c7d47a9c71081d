'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Callout, Field, Input } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { wrongAmounts } from './rules-draft.ts';
import type { Rules } from './types.ts';

const defaultAmount = '100';

/** Tries the rules in the form on an imagined payment. The rules need not be saved. */
export function TryRules({ rules }: { rules: Rules }) {
  const t = useTranslations('offline.try');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState(defaultAmount);
  const [tried, setTried] = useState<{ reference: string; amount: number }>();
  const isPossible = wrongAmounts(rules).length === 0;
  const trial = useQuery(
    trpc.offline.tryRules.queryOptions(
      { ...tenant, ...rules, reference: tried?.reference ?? '', amount: tried?.amount ?? 0 },
      { enabled: tried !== undefined && isPossible, retry: false },
    ),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried({ reference, amount: Number(amount.replace(/[, ]/g, '')) || 0 });
  }

  return (
    <section aria-labelledby="try-rules" className="flex flex-col gap-3 border-t pt-4">
      <h3 id="try-rules" className="font-semibold text-sm">
        {t('title')}
      </h3>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
        <Field label={t('reference')} className="min-w-40 flex-1">
          <Input
            mono
            autoComplete="off"
            spellCheck={false}
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        </Field>
        <Field label={t('amount')} className="w-32">
          <Input prefix="KES" inputMode="numeric" value={amount} onChange={(event) => setAmount(event.target.value)} />
        </Field>
        <Button type="submit" isPending={trial.isFetching}>
          {t('try')}
        </Button>
      </form>
      {tried && <FormError error={trial.error} tone="warning" />}
      <div aria-live="polite" className="empty:-mt-3">
        {tried && trial.data && (
          <Callout tone={trial.data.accepted ? 'success' : 'danger'}>
            {trial.data.accepted ? t('accepted') : t(`refused.${trial.data.code}`)}
          </Callout>
        )}
      </div>
    </section>
  );
}
