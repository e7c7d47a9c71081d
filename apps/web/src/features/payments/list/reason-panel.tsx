'use client';

import { useQuery } from '@tanstack/react-query';
import { Field, Select } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { PanelProps } from '@/features/lists/filter-controls';
import { AppliedPanel } from '@/features/lists/filter-panels';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { categories } from '../filters.ts';

/** Why payments failed: a kind of reason, then one of those that have occurred. */
export function ReasonPanel(props: PanelProps) {
  const { list, onClose } = props;
  const t = useTranslations('payments');
  const said = useSaidNetwork();
  const words = useTranslations('lists');
  const trpc = useTRPC();
  const tenant = useTenant();
  const reasons = useQuery(trpc.payments.reasons.queryOptions(tenant));
  const [category, setCategory] = useState(list.values.category ?? '');
  const [reason, setReason] = useState(list.values.reason ?? '');
  const known = reasons.data ?? [];
  const options = known
    .filter((each) => category === '' || each.category === category)
    .map((each) => ({ value: each.code, label: `${each.title} (${each.code})` }));
  // The address may name a reason that no payment has failed with.
  if (reason !== '' && !options.some(({ value }) => value === reason)) options.push({ value: reason, label: reason });
  const apply = () => {
    list.set({ category, reason });
    onClose();
  };
  return (
    <AppliedPanel {...props} onApply={apply}>
      <Field label={t('filters.category')}>
        <Select
          value={category}
          placeholder={words('any')}
          options={categories.map((value) => ({ value, label: t(`category.${value}`, said) }))}
          onValueChange={(value) => {
            setCategory(value);
            setReason('');
          }}
        />
      </Field>
      <Field
        label={t('filters.reason')}
        description={known.length === 0 && !reasons.isPending ? t('filters.noReasons') : undefined}
      >
        <Select
          value={reason}
          placeholder={words('any')}
          disabled={reasons.isPending}
          options={options}
          onValueChange={setReason}
        />
      </Field>
    </AppliedPanel>
  );
}
