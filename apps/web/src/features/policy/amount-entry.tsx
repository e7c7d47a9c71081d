'use client';

import { Callout, Field, Input, Switch } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { readAmount } from '@/features/money/entry';
import { nameOf } from '@/features/orders/order-progress';
import { formatMoney } from '@/format';
import { type AmountField, type Entry, fieldGroups, type Policy } from './fields.ts';

type Props = {
  field: AmountField;
  entry: Entry;
  policy: Policy;
  issue: string | undefined;
  disabled: boolean;
  onChange: (entry: Entry) => void;
};

/** One threshold or limit: on or off, its amount, and its meaning. */
export function AmountEntry({ field, entry, policy, issue, disabled, onChange }: Props) {
  const t = useTranslations('policy');
  const amount = readAmount(entry.amount);
  const isLimit = fieldGroups.limits.some((limit) => limit === field);
  return (
    <section aria-label={t(`fields.${field}.label`)} className="flex flex-col gap-3">
      <Switch
        label={t(`fields.${field}.label`)}
        description={t(`fields.${field}.more`)}
        checked={entry.isOn}
        disabled={disabled}
        onCheckedChange={(isOn) => onChange({ ...entry, isOn })}
      />
      {entry.isOn && (
        <div className="flex flex-col gap-3 pl-11">
          <Field
            label={isLimit ? t('atMost') : t('from')}
            error={issue ?? (amount === undefined ? t('amountWrong') : undefined)}
            className="max-w-xs"
          >
            <Input
              prefix="KES"
              inputMode="numeric"
              disabled={disabled}
              value={entry.amount}
              onChange={(event) => onChange({ ...entry, amount: event.target.value })}
            />
          </Field>
          {amount !== undefined && (
            <p className="text-sm">{t(`fields.${field}.means`, { amount: formatMoney(amount) })}</p>
          )}
          {(field === 'payoutFrom' || field === 'batchFrom') && <Approvers of={policy.approvers.payout} />}
          {field === 'reversalFrom' && <Approvers of={policy.approvers.reversal} />}
        </div>
      )}
    </section>
  );
}

function Approvers({ of: people }: { of: Policy['approvers']['payout'] }) {
  const t = useTranslations('policy');
  const names = people.map(nameOf).join(', ');
  if (names) return <p className="text-muted-foreground text-sm">{t('approvers', { names })}</p>;
  return (
    <Callout tone="warning" title={t('nobody')}>
      {t('nobodyMore')}
    </Callout>
  );
}
