'use client';

import { KeyValueList } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { formatMoney } from '@/format';
import { amountFields } from './fields.ts';

type Fields = Record<string, unknown>;

/**
 * The changed fields of a policy, before and after. Takes the input of a `policy_change` order. Needs the texts of
 * `policy`.
 */
export function PolicyChanges({ input }: { input: Fields }) {
  const t = useTranslations('policy');
  const [before, after] = [fieldsOf(input.before), fieldsOf(input.after)];
  const money = (amount: unknown) => (typeof amount === 'number' ? formatMoney(amount) : t('none'));
  const changed = amountFields.filter((field) => before[field] !== after[field]);
  const word = (isRequired: unknown) => (isRequired ? t('required') : t('notRequired'));
  return (
    <KeyValueList
      items={[
        ...changed.map((field) => ({
          label: t(`fields.${field}.label`),
          value: t('change', { before: money(before[field]), after: money(after[field]) }),
        })),
        before.requireKey !== after.requireKey && {
          label: t('requireKey'),
          value: t('change', { before: word(before.requireKey), after: word(after.requireKey) }),
        },
      ]}
    />
  );
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
