'use client';

import type { RailName } from '@tillgate/domain/rails/labels';
import { Button, Callout, Field, Input, RadioGroup, Textarea } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { AmountField } from '@/features/money/amount-field';
import { amountMax, problemOfAmount, readAmount } from '@/features/money/entry';
import { NetworkField } from '@/features/rails/network-field';
import { useSaidNetwork } from '@/features/rails/use-networks';
import { formatMoney } from '@/format';
import { readPhone } from './entry.ts';
import { RecipientFields, useRecipientNames } from './recipient-fields.tsx';

export const purposes = ['BusinessPayment', 'SalaryPayment', 'PromotionPayment'] as const;
type Purpose = (typeof purposes)[number];

/** The values of the form, as typed. */
export type PayoutDraft = {
  phone: string;
  amount: string;
  purpose: Purpose;
  remarks: string;
  reason: string;
  /** Without one, the server chooses. */
  rail: RailName | undefined;
};
/** A valid form, ready to be confirmed. */
export type PayoutRequest = Omit<PayoutDraft, 'amount'> & { amount: number };

type Props = {
  draft: PayoutDraft;
  /** The networks that can send money. */
  rails: readonly RailName[];
  onChange: (draft: PayoutDraft) => void;
  /** What the server found wrong, by field. */
  issues: Record<string, string>;
  /** Payouts from this amount on need the approval of a second person. Null: none do. */
  approvalFrom: number | null;
  /** The most that the organization lets one payout move. Null: as much as the network. */
  limit: number | null;
  onReady: (request: PayoutRequest) => void;
};

const remarksMax = 100;
const reasonMax = 200;

/** The form of a payout: receiver, amount and purpose. A sentence below explains the effect. */
export function PayoutForm({ draft, rails, onChange, issues, approvalFrom, limit, onReady }: Props) {
  const t = useTranslations('payouts.new');
  const [isChecked, setChecked] = useState(false);
  const phone = readPhone(draft.phone);
  const amount = readAmount(draft.amount);
  const max = Math.min(limit ?? amountMax, amountMax);
  const problem = problemOfAmount(draft.amount, max) ?? (isChecked && amount === undefined ? 'notWhole' : undefined);
  const set = (change: Partial<PayoutDraft>) => onChange({ ...draft, ...change });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (phone === undefined || amount === undefined || amount > max) return;
    onReady({ ...draft, phone, amount });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <RecipientFields
        value={draft.phone}
        error={issues.phone ?? (isChecked && !phone ? t('phoneWrong') : undefined)}
        onChange={(typed) => set({ phone: typed })}
      />
      <NetworkField
        label={t('network')}
        description={t('networkHelp')}
        automatic={t('networkAutomatic')}
        rails={rails}
        value={draft.rail}
        onChange={(rail) => set({ rail })}
        error={issues.rail}
      />
      <AmountField
        label={t('amount')}
        description={t('amountHelp', { max: formatMoney(max) })}
        error={issues.amount ?? (problem && t(`amountIs.${problem}`, { max: formatMoney(max) }))}
        value={draft.amount}
        onChange={(event) => set({ amount: event.target.value })}
      />
      <WhyFields draft={draft} issues={issues} set={set} />
      <Summary phone={phone} amount={amount} approvalFrom={approvalFrom} />
      <div>
        <Button type="submit" variant="primary">
          {t('review')}
        </Button>
      </div>
    </form>
  );
}

type WhyProps = Pick<Props, 'draft' | 'issues'> & { set: (change: Partial<PayoutDraft>) => void };

/** What the payout is for: to the provider, to the receiver and to colleagues. */
function WhyFields({ draft, issues, set }: WhyProps) {
  const t = useTranslations('payouts.new');
  const said = useSaidNetwork(draft.rail);
  return (
    <>
      <RadioGroup
        label={t('purpose')}
        boxed
        value={draft.purpose}
        onValueChange={(purpose) => set({ purpose: purpose as Purpose })}
        options={purposes.map((value) => ({
          value,
          label: t(`purposes.${value}.label`),
          description: t(`purposes.${value}.description`, said),
        }))}
        error={issues.commandId}
      />
      <Field label={t('remarks', said)} description={t('remarksHelp', said)} error={issues.remarks} optional>
        <Input
          value={draft.remarks}
          maxLength={remarksMax}
          onChange={(event) => set({ remarks: event.target.value })}
        />
      </Field>
      <Field label={t('reason')} description={t('reasonHelp', said)} error={issues.reason} optional>
        <Textarea
          rows={2}
          value={draft.reason}
          maxLength={reasonMax}
          onChange={(event) => set({ reason: event.target.value })}
        />
      </Field>
    </>
  );
}

/** What will happen, with the name of a saved recipient. */
export function useSummary() {
  const t = useTranslations('payouts.new');
  const nameOf = useRecipientNames();
  return (amount: number, phone: string): string => {
    const name = nameOf(phone);
    const said = { amount: formatMoney(amount), phone };
    return name === undefined ? t('summary', said) : t('summaryNamed', { ...said, name });
  };
}

type SummaryProps = { phone: string | undefined; amount: number | undefined; approvalFrom: number | null };

/** One sentence about what will happen. */
function Summary({ phone, amount, approvalFrom }: SummaryProps) {
  const t = useTranslations('payouts.new');
  const needsApproval = amount !== undefined && approvalFrom !== null && amount >= approvalFrom;
  const summary = useSummary();
  const title = phone && amount ? summary(amount, phone) : t('summaryEmpty');
  return (
    <Callout tone={needsApproval ? 'warning' : 'neutral'} title={title}>
      {needsApproval ? t('needsApproval', { amount: formatMoney(approvalFrom) }) : t('cannotUndo')}
    </Callout>
  );
}
