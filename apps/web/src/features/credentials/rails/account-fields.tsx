'use client';

import { Checkbox, Field, Input, RadioGroup, Textarea } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { AccountField, RailStatus } from '../types.ts';
import { type AccountDraft, toggleRemoved } from './account-draft.ts';
import { useRailText } from './use-rail-text.ts';

type Props = {
  status: RailStatus;
  draft: AccountDraft;
  onChange: (draft: AccountDraft) => void;
  issues: Record<string, string>;
};

/** The fields of an account in groups, each with its purpose, as the rules of the network name them. */
export function AccountFields(props: Props) {
  const { status, draft, onChange, issues } = props;
  const say = useRailText(status.rail);
  return (
    <>
      <Field label={say('number')} description={say('numberHelp')} error={issues.number}>
        <Input
          mono
          value={draft.number}
          autoComplete="off"
          onChange={(event) => onChange({ ...draft, number: event.target.value })}
        />
      </Field>
      {status.parts.map(({ purpose, fields }) => (
        <fieldset key={purpose} className="flex min-w-0 flex-col gap-3">
          <legend className="font-semibold text-sm">{say(`purposes.${purpose}.title`) ?? purpose}</legend>
          <p className="text-muted-foreground text-xs">{say(`purposes.${purpose}.help`)}</p>
          {fields.map((field) =>
            field.of === 'secrets' ? (
              <Secret key={field.name} {...props} field={field} />
            ) : (
              <Setting key={field.name} {...props} field={field} />
            ),
          )}
        </fieldset>
      ))}
    </>
  );
}

type SecretProps = Props & { field: Extract<AccountField, { of: 'secrets' }> };

/** A secret is never shown. Empty, it keeps its value. */
function Secret({ status, draft, onChange, issues, field }: SecretProps) {
  const t = useTranslations('credentials');
  const say = useRailText(status.rail);
  const { name, isNeeded, hasLines } = field;
  const isStored = status.account?.secretsSet.includes(name) ?? false;
  const isRemoved = draft.removed.includes(name);
  const label = say(`fields.${name}`) ?? name;
  const control = {
    mono: true,
    value: isRemoved ? '' : (draft.secrets[name] ?? ''),
    placeholder: isStored && !isRemoved ? t('keep') : undefined,
    disabled: isRemoved,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, secrets: { ...draft.secrets, [name]: target.value } }),
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} description={say(`help.${name}`)} error={issues[`secrets.${name}`]} optional={!isNeeded}>
        {hasLines ? (
          <Textarea {...control} autoComplete="off" spellCheck={false} />
        ) : (
          <Input {...control} type="password" autoComplete="new-password" />
        )}
      </Field>
      {isStored && !isNeeded && (
        <Checkbox
          label={t('networks.form.remove', { field: label })}
          checked={isRemoved}
          onCheckedChange={() => onChange(toggleRemoved(draft, field, status))}
        />
      )}
    </div>
  );
}

type SettingProps = Props & { field: Extract<AccountField, { of: 'settings' }> };

function Setting({ status, draft, onChange, issues, field: { name, values } }: SettingProps) {
  const say = useRailText(status.rail);
  const label = say(`fields.${name}`) ?? name;
  const value = draft.settings[name];
  const set = (to: string | boolean) => onChange({ ...draft, settings: { ...draft.settings, [name]: to } });
  if (values === null) {
    return <Checkbox label={label} description={say(`help.${name}`)} checked={value === true} onCheckedChange={set} />;
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <RadioGroup
        label={label}
        options={values.map((option) => ({ value: option, label: say(`choices.${name}.${option}`) ?? option }))}
        value={String(value)}
        onValueChange={set}
        error={issues[`settings.${name}`]}
      />
      <p className="text-muted-foreground text-xs">{say(`help.${name}`)}</p>
    </div>
  );
}
