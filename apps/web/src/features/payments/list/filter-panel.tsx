'use client';

import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Checkbox,
  Field,
  Input,
  Popover,
  PopoverAnchor,
  PopoverContent,
  RadioGroup,
  Select,
} from '@tillgate/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { categories, type FilterName, sources, statuses } from '../filters.ts';
import type { PanelName, PanelProps } from './lazy-filter.tsx';

/** What a filter's button opens. It is unmounted when it closes, and starts from the address when it opens. */
export function FilterPanel({ name, label, filters, anchor, onClose }: PanelProps) {
  const Form = forms[name];
  return (
    <Popover open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <PopoverAnchor virtualRef={{ current: anchor }} />
      <PopoverContent
        aria-label={label}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          anchor.focus();
        }}
        onInteractOutside={(event) => {
          // The button itself closes: both would open it again.
          if (anchor.contains(event.target as Node)) event.preventDefault();
        }}
      >
        <Form label={label} filters={filters} onClose={onClose} />
      </PopoverContent>
    </Popover>
  );
}

type FormProps = Pick<PanelProps, 'label' | 'filters' | 'onClose'>;

const forms: Record<PanelName, (props: FormProps) => ReactNode> = {
  status: StatusForm,
  source: SourceForm,
  reason: ReasonForm,
  amount: AmountForm,
  more: MoreForm,
};

type ChoiceProps = FormProps & { name: FilterName; options: { value: string; label: string }[] };

function Choice({ label, filters, onClose, name, options }: ChoiceProps) {
  const t = useTranslations('payments');
  const chosen = filters.values[name];
  const choose = (value: string | undefined) => {
    filters.set({ [name]: value });
    onClose();
  };
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup label={label} hideLabel options={options} value={chosen ?? ''} onValueChange={choose} />
      {chosen !== undefined && (
        <Button variant="ghost" onClick={() => choose(undefined)} className="self-end">
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

function StatusForm(props: FormProps) {
  const t = useTranslations('payments');
  return (
    <Choice {...props} name="status" options={statuses.map((value) => ({ value, label: t(`status.${value}`) }))} />
  );
}

function SourceForm(props: FormProps) {
  const t = useTranslations('payments');
  const options = sources.map((value) => ({ value, label: t(`sourceLong.${value}`) }));
  return <Choice {...props} name="source" options={options} />;
}

function Applied({ onApply, children }: { onApply: () => void; children: ReactNode }) {
  const t = useTranslations('payments');
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onApply();
      }}
    >
      {children}
      <Button type="submit" variant="primary" className="self-end">
        {t('filter.apply')}
      </Button>
    </form>
  );
}

function ReasonForm({ filters, onClose }: FormProps) {
  const t = useTranslations('payments');
  const trpc = useTRPC();
  const tenant = useTenant();
  const reasons = useQuery(trpc.payments.reasons.queryOptions(tenant));
  const [category, setCategory] = useState(filters.values.category ?? '');
  const [reason, setReason] = useState(filters.values.reason ?? '');
  const known = reasons.data ?? [];
  const options = known
    .filter((each) => category === '' || each.category === category)
    .map((each) => ({ value: each.code, label: `${each.title} (${each.code})` }));
  // What the address names can be chosen although nothing has failed with it.
  if (reason !== '' && !options.some(({ value }) => value === reason)) options.push({ value: reason, label: reason });
  return (
    <Applied
      onApply={() => {
        filters.set({ category, reason });
        onClose();
      }}
    >
      <Field label={t('filter.category')}>
        <Select
          value={category}
          placeholder={t('filter.any')}
          options={categories.map((value) => ({ value, label: t(`category.${value}`) }))}
          onValueChange={(value) => {
            setCategory(value);
            setReason('');
          }}
        />
      </Field>
      <Field
        label={t('filter.reason')}
        description={known.length === 0 && !reasons.isPending ? t('filter.noReasons') : undefined}
      >
        <Select
          value={reason}
          placeholder={t('filter.any')}
          disabled={reasons.isPending}
          options={options}
          onValueChange={setReason}
        />
      </Field>
    </Applied>
  );
}

function AmountForm({ filters, onClose }: FormProps) {
  const t = useTranslations('payments');
  const [min, setMin] = useState(filters.values.min ?? '');
  const [max, setMax] = useState(filters.values.max ?? '');
  const digits = (text: string) => text.replace(/\D/g, '').slice(0, 9);
  const isReversed = min !== '' && max !== '' && Number(min) > Number(max);
  return (
    <Applied
      onApply={() => {
        filters.set(isReversed ? { min: max, max: min } : { min, max });
        onClose();
      }}
    >
      <Field label={t('filter.min')}>
        <Input prefix="KES" inputMode="numeric" value={min} onChange={(event) => setMin(digits(event.target.value))} />
      </Field>
      <Field label={t('filter.max')} description={t('filter.amountHelp')}>
        <Input prefix="KES" inputMode="numeric" value={max} onChange={(event) => setMax(digits(event.target.value))} />
      </Field>
    </Applied>
  );
}

function MoreForm({ filters, onClose }: FormProps) {
  const t = useTranslations('payments');
  const { values } = filters;
  const [draft, setDraft] = useState({
    phone: values.phone ?? '',
    reference: values.reference ?? '',
    receipt: values.receipt ?? '',
    metadata: values.metadata ?? '',
  });
  const [review, setReview] = useState(values.review === 'yes');
  const isBad = draft.metadata.trim() !== '' && !/^[^=]+=/.test(draft.metadata.trim());
  const field = (name: keyof typeof draft, description?: string, error?: string) => (
    <Field label={t(`filter.${name}`)} description={description} error={error}>
      <Input
        mono={name !== 'phone'}
        autoComplete="off"
        spellCheck={false}
        maxLength={name === 'metadata' ? 300 : 100}
        value={draft[name]}
        onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <Applied
      onApply={() => {
        if (isBad) return;
        const entries = Object.entries(draft).map(([name, text]) => [name, text.trim()]);
        filters.set({ ...Object.fromEntries(entries), review: review ? 'yes' : undefined });
        onClose();
      }}
    >
      {field('phone')}
      {field('reference')}
      {field('receipt')}
      {field('metadata', t('filter.metadataHelp'), isBad ? t('filter.metadataBad') : undefined)}
      <Checkbox label={t('filter.review')} checked={review} onCheckedChange={setReview} />
    </Applied>
  );
}
