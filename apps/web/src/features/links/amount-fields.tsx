'use client';

import { Field, Input, SegmentedControl } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { AmountField } from '@/features/money/amount-field';
import { problemOfAmount } from '@/features/money/entry';
import { useSaidNetwork } from '@/features/rails/use-networks';
import type { LinkDraft } from './link-draft.ts';

type Props = {
  draft: LinkDraft;
  set: (change: Partial<LinkDraft>) => void;
  issues: Record<string, string>;
};

/** What a link asks for: an amount, or bounds and choices. */
export function AmountFields({ draft, set, issues }: Props) {
  const t = useTranslations('links.form');
  const collect = useTranslations('links.form.amountIs');
  const said = useSaidNetwork();
  const wrong = problemOfAmount(draft.amount);
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <p className="font-medium text-sm">{t('who')}</p>
        <SegmentedControl
          label={t('who')}
          options={[
            { value: 'fixed', label: t('fixed') },
            { value: 'open', label: t('open') },
          ]}
          value={draft.isOpen ? 'open' : 'fixed'}
          onValueChange={(value) => set({ isOpen: value === 'open' })}
        />
      </div>
      {draft.isOpen ? (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('amountMin')} error={issues.amountMin} optional>
              <Input
                prefix="KES"
                inputMode="numeric"
                autoComplete="off"
                value={draft.amountMin}
                onChange={(event) => set({ amountMin: event.target.value })}
              />
            </Field>
            <Field label={t('amountMax')} error={issues.amountMax} optional>
              <Input
                prefix="KES"
                inputMode="numeric"
                autoComplete="off"
                value={draft.amountMax}
                onChange={(event) => set({ amountMax: event.target.value })}
              />
            </Field>
          </div>
          <Field label={t('choices')} description={t('choicesHelp')} error={issueBelow(issues, 'choices')} optional>
            <Input
              inputMode="text"
              autoComplete="off"
              value={draft.choices}
              placeholder="100, 200, 500"
              onChange={(event) => set({ choices: event.target.value })}
            />
          </Field>
        </>
      ) : (
        <AmountField
          label={t('amount')}
          description={t('amountHelp')}
          error={issues.amount ?? (wrong && collect(wrong, said))}
          value={draft.amount}
          onChange={(event) => set({ amount: event.target.value })}
        />
      )}
    </>
  );
}

/** The issue of a field, or of the first part of it that has one. */
export function issueBelow(issues: Record<string, string>, field: string): string | undefined {
  return issues[field] ?? Object.entries(issues).find(([path]) => path.startsWith(`${field}.`))?.[1];
}
