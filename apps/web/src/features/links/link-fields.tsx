'use client';

import { Field, Input, Textarea } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { usePreferences } from '@/format';

/** What of a link can change later, as typed. */
export type WordsDraft = {
  title: string;
  description: string;
  /** As an input of date and time has it. */
  expires: string;
  paymentsMax: string;
  returnUrl: string;
};

type Props = {
  draft: WordsDraft;
  set: (change: Partial<WordsDraft>) => void;
  issues: Record<string, string>;
  kind: 'once' | 'many';
  /** Hosts that pages may lead back to; undefined until they are loaded. */
  returnHosts: readonly string[] | undefined;
};

const titleMax = 64;
const descriptionMax = 500;

/** What the payer reads first. */
export function WordsFields({ draft, set, issues }: Props) {
  const t = useTranslations('links.form');
  return (
    <>
      <Field label={t('title')} description={t('titleHelp')} error={issues.title} required>
        <Input
          value={draft.title}
          maxLength={titleMax}
          autoComplete="off"
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <Field label={t('description')} error={issues.description} optional>
        <Textarea
          value={draft.description}
          maxLength={descriptionMax}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
    </>
  );
}

/** When a link ends, and where it leads afterwards. */
export function EndFields({ draft, set, issues, kind, returnHosts }: Props) {
  const t = useTranslations('links.form');
  const { timeZone } = usePreferences();
  const zone = timeZone === 'UTC' ? 'UTC' : 'EAT';
  const hostsText = (hosts: readonly string[]) =>
    hosts.length > 0 ? t('returnUrlHelp', { hosts: hosts.join(', ') }) : t('returnUrlNone');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('expires')}
          description={t(kind === 'once' ? 'expiresHelpOnce' : 'expiresHelpMany', { zone })}
          error={issues.expiresAt}
          optional
        >
          <Input
            type="datetime-local"
            value={draft.expires}
            onChange={(event) => set({ expires: event.target.value })}
          />
        </Field>
        {kind === 'many' && (
          <Field label={t('paymentsMax')} description={t('paymentsMaxHelp')} error={issues.paymentsMax} optional>
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={draft.paymentsMax}
              onChange={(event) => set({ paymentsMax: event.target.value })}
            />
          </Field>
        )}
      </div>
      <Field
        label={t('returnUrl')}
        description={returnHosts && hostsText(returnHosts)}
        error={issues.returnUrl}
        optional
      >
        <Input
          type="url"
          mono
          value={draft.returnUrl}
          placeholder="https://shop.example.com/thanks"
          autoComplete="off"
          disabled={returnHosts?.length === 0 && draft.returnUrl === ''}
          onChange={(event) => set({ returnUrl: event.target.value })}
        />
      </Field>
    </>
  );
}
