'use client';

import { Field, Input, RadioGroup, Select } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { draftOf, numbersOf, type RuleDraft, readNumbers } from './rule-draft.ts';
import { TryRule } from './try-rule.tsx';
import type { Rule, RuleBounds, RuleRow } from './types.ts';
import { amounts } from './use-rule-text.ts';
import { useSaidSaved } from './use-said-saved.ts';

type Props = {
  kinds: readonly RuleBounds[];
  /** The rule to change; without one, it is a new rule. */
  rule?: RuleRow;
  onClose: () => void;
};

/** The form of a rule: its kind, what it does, and its numbers with their bounds. */
export function RuleDialog({ kinds, rule, onClose }: Props) {
  const t = useTranslations('guard');
  const tenant = useTenant();
  const trpc = useTRPC();
  const onSuccess = useSaidSaved();
  const add = useChange(trpc.guard.add.mutationOptions({ onSuccess }));
  const change = useChange(trpc.guard.change.mutationOptions({ onSuccess }));
  const [draft, setDraft] = useState(() => draftOf(kinds, rule));
  const bounds = kinds.find(({ kind }) => kind === draft.kind);
  const settings = bounds && numbersOf(bounds, draft);

  async function save() {
    if (!settings) return;
    const { kind, mode } = draft;
    if (rule) await change.mutateAsync({ ...tenant, ruleId: rule.id, mode, settings });
    else await add.mutateAsync({ ...tenant, kind, mode, settings });
  }

  return (
    <Confirmation
      title={t(rule ? 'dialog.change' : 'dialog.add')}
      summary={t(`explain.${draft.kind}`)}
      confirmLabel={t('dialog.save')}
      isIncomplete={!settings}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {!rule && <KindField kinds={kinds} kind={draft.kind} onChange={(kind) => setDraft(draftOf(kinds, { kind }))} />}
        {bounds && <NumberFields bounds={bounds} draft={draft} onChange={setDraft} />}
        <RadioGroup
          label={t('dialog.mode')}
          value={draft.mode}
          onValueChange={(value) => setDraft({ ...draft, mode: value as Rule['mode'] })}
          options={(bounds?.modes ?? []).map((mode) => ({
            value: mode,
            label: t(`modes.${mode}`),
            description: t(`modesMore.${mode}`),
          }))}
        />
        <TryRule kind={draft.kind} settings={settings} />
      </div>
    </Confirmation>
  );
}

type KindFieldProps = { kinds: Props['kinds']; kind: Rule['kind']; onChange: (kind: Rule['kind']) => void };

function KindField({ kinds, kind, onChange }: KindFieldProps) {
  const t = useTranslations('guard');
  return (
    <Field label={t('dialog.kind')}>
      <Select
        value={kind}
        options={kinds.map((each) => ({
          value: each.kind,
          label: t(`kinds.${each.kind}`),
          group: t(`about.${each.about}`),
        }))}
        onValueChange={(value) => onChange(value as Rule['kind'])}
      />
    </Field>
  );
}

type NumberFieldsProps = { bounds: RuleBounds; draft: RuleDraft; onChange: (draft: RuleDraft) => void };

function NumberFields({ bounds, draft, onChange }: NumberFieldsProps) {
  const t = useTranslations('guard');
  const read = readNumbers(bounds, draft);
  return bounds.numbers.map(({ name, min, max }) => (
    <Field
      key={name}
      label={t(`numbers.${name}`)}
      description={t('dialog.bounds', { min, max })}
      error={draft.numbers[name] && read[name] === undefined ? t('dialog.outOfBounds', { min, max }) : undefined}
      required
    >
      <Input
        prefix={name in amounts ? 'KES' : undefined}
        inputMode="numeric"
        autoComplete="off"
        value={draft.numbers[name] ?? ''}
        onChange={(event) => onChange({ ...draft, numbers: { ...draft.numbers, [name]: event.target.value } })}
      />
    </Field>
  ));
}
