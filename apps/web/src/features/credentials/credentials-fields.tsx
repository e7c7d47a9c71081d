'use client';

import { Field, Input, RadioGroup } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import type { CredentialsDraft } from './draft.ts';
import type { CredentialsStatus } from './types.ts';

type Props = {
  draft: CredentialsDraft;
  onChange: (draft: CredentialsDraft) => void;
  issues: Record<string, string>;
  status: CredentialsStatus;
};

type Name = keyof CredentialsDraft;

/** The fields in groups, each with its purpose. */
export function CredentialsFields({ draft, onChange, issues, status }: Props) {
  const t = useTranslations('credentials');
  const set = (change: Partial<CredentialsDraft>) => onChange({ ...draft, ...change });
  const text = (name: Name, label = t(`fields.${name}`)) => (
    <Field label={label} error={issues[name]}>
      <Input
        mono
        inputMode={name === 'initiatorName' ? 'text' : 'numeric'}
        value={draft[name]}
        autoComplete="off"
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  );
  const secret = (name: Name & ('consumerKey' | 'consumerSecret' | 'passkey' | 'initiatorPassword')) => (
    <Field label={t(`fields.${name}`)} error={issues[name]}>
      <Input
        type="password"
        mono
        value={draft[name]}
        placeholder={status.configured && status.isSet[name] ? t('keep') : undefined}
        autoComplete="new-password"
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      <Group title={t('groups.product')} help={t('groups.productHelp')}>
        <RadioGroup
          label={t('fields.product')}
          options={(['paybill', 'till'] as const).map((value) => ({ value, label: t(`products.${value}`) }))}
          value={draft.product}
          onValueChange={(product) => set({ product: product === 'till' ? 'till' : 'paybill' })}
          error={issues.product}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {text('shortcode', t(`shortcode.${draft.product}`))}
          {draft.product === 'till' && text('tillNumber')}
        </div>
      </Group>
      <Group title={t('groups.app')} help={t('groups.appHelp')}>
        {secret('consumerKey')}
        {secret('consumerSecret')}
      </Group>
      <Group title={t('groups.prompt')} help={t('groups.promptHelp')}>
        {secret('passkey')}
      </Group>
      <Group title={t('groups.initiator')} help={t('groups.initiatorHelp')}>
        {text('initiatorName')}
        {secret('initiatorPassword')}
      </Group>
    </>
  );
}

function Group({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="font-semibold text-sm">{title}</legend>
      <p className="text-muted-foreground text-xs">{help}</p>
      {children}
    </fieldset>
  );
}
