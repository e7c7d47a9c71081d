'use client';

import { Button, Callout, Field, Input, Panel, Textarea } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { amountFields, draftOf, type RulesDraft, rulesOf, wrongAmounts } from './rules-draft.ts';
import { TryRules } from './try-rules.tsx';
import type { Rules } from './types.ts';

type CardProps = {
  rules: Rules;
  /** The stored pattern cannot be used, and refuses every payment whose reference it would judge. */
  hasUnusablePattern: boolean;
  isTill: boolean;
};

/** The answer to the provider's validation of a payment, with a field to try it before it is saved. */
export function RulesCard({ rules, hasUnusablePattern, isTill }: CardProps) {
  const t = useTranslations('offline.rules');
  const [draft, setDraft] = useState<RulesDraft>();
  const shown = draft ?? draftOf(rules);
  return (
    <Panel title={t('title')} description={t('description')} contentClassName="flex flex-col gap-5">
      {hasUnusablePattern && <Callout tone="danger">{t('patternUnusable')}</Callout>}
      <RulesForm draft={shown} isChanged={draft !== undefined} isTill={isTill} onChange={setDraft} />
      <TryRules rules={rulesOf(shown)} />
    </Panel>
  );
}

type FormProps = {
  draft: RulesDraft;
  isChanged: boolean;
  isTill: boolean;
  onChange: (draft: RulesDraft | undefined) => void;
};

function RulesForm({ draft, isChanged, isTill, onChange }: FormProps) {
  const t = useTranslations('offline.rules');
  const tenant = useTenant();
  const mayWrite = usePermission('offline.write');
  const save = useChange(
    useTRPC().offline.setRules.mutationOptions({
      onSuccess: () => {
        onChange(undefined);
        toast.success(t('saved'));
      },
    }),
  );
  const rules = rulesOf(draft);
  const wrong = wrongAmounts(rules);
  const issues = fieldIssues(save.error);
  const set = (change: Partial<RulesDraft>) => {
    save.reset();
    onChange({ ...draft, ...change });
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (wrong.length === 0) save.mutate({ ...tenant, ...rules });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {isTill && <Callout tone="neutral">{t('till')}</Callout>}
      <ReferenceFields draft={draft} count={rules.references.length} issues={issues} mayWrite={mayWrite} set={set} />
      <div className="grid gap-4 sm:grid-cols-2">
        {amountFields.map((name) => (
          <Field
            key={name}
            label={t(name)}
            description={name === 'verifyFrom' ? t('verifyFromHelp') : undefined}
            error={issues[name] ?? (wrong.includes(name) ? t('amountWrong') : undefined)}
          >
            <Input
              prefix="KES"
              inputMode="numeric"
              placeholder={t(name === 'verifyFrom' ? 'never' : 'any')}
              disabled={!mayWrite}
              value={draft[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <FormError error={save.error} fields="any" />
      {mayWrite && (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={!isChanged} isPending={save.isPending}>
            {t('save')}
          </Button>
          {isChanged && <Button onClick={() => onChange(undefined)}>{t('discard')}</Button>}
        </div>
      )}
    </form>
  );
}

type ReferenceFieldsProps = {
  draft: RulesDraft;
  /** References that the draft names. */
  count: number;
  issues: Record<string, string>;
  mayWrite: boolean;
  set: (change: Partial<RulesDraft>) => void;
};

/** Which account references are accepted: by a pattern, or from a list. */
function ReferenceFields({ draft, count, issues, mayWrite, set }: ReferenceFieldsProps) {
  const t = useTranslations('offline.rules');
  const listIssue = Object.entries(issues).find(([path]) => path.startsWith('references'));
  return (
    <>
      <Field label={t('pattern')} description={t('patternHelp')} error={issues.referencePattern}>
        <Input
          mono
          placeholder="INV-[0-9]{4,6}"
          autoComplete="off"
          spellCheck={false}
          disabled={!mayWrite}
          value={draft.referencePattern}
          onChange={(event) => set({ referencePattern: event.target.value })}
        />
      </Field>
      <Field label={t('references')} description={t('referencesHelp', { count })} error={listIssue?.[1]}>
        <Textarea
          mono
          rows={4}
          spellCheck={false}
          disabled={!mayWrite}
          className="max-h-64"
          value={draft.references}
          onChange={(event) => set({ references: event.target.value })}
        />
      </Field>
    </>
  );
}
