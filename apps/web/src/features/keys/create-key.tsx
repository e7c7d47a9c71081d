'use client';

import { Dialog, Field, Input, Select, Textarea } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { type KeyWait, NewKey } from './new-key.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { addressesIn, proposedScopes, type Scope } from './scopes.ts';

const dayMs = 86_400_000;
const lives = { month: 30, quarter: 90, year: 365, never: undefined } as const;
type Life = keyof typeof lives;
const nameLengthMax = 100;

type Made = KeyWait & { key: string; scopes: Scope[] };

/** Asks for the name and scopes of a key, creates it, and shows it once. */
export function CreateKey({ apiUrl, onClose }: { apiUrl: string; onClose: () => void }) {
  const t = useTranslations('keys');
  const [made, setMade] = useState<Made>();
  return (
    <Dialog
      onClose={onClose}
      title={made ? t('created.title') : t('create.title')}
      size="lg"
      isHeld={made !== undefined}
    >
      {made ? (
        <NewKey apiUrl={apiUrl} value={made.key} waits={made} scopes={made.scopes} onDone={onClose} />
      ) : (
        <Form onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Form({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const t = useTranslations('keys.create');
  const tenant = useTenant();
  const [name, setName] = useState('');
  const [life, setLife] = useState<Life>('year');
  const [scopes, setScopes] = useState(() => proposedScopes(tenant.environment));
  const [addresses, setAddresses] = useState('');
  const create = useChange(useTRPC().keys.create.mutationOptions({ onSuccess: onMade }), { isSeenOnce: true });
  const issues = fieldIssues(create.error);

  function submit() {
    const days = lives[life];
    const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * dayMs).toISOString();
    create.mutate({ ...tenant, name, scopes, allowedIps: addressesIn(addresses), expiresAt });
  }

  return (
    <DialogForm
      change={create}
      fields="any"
      submitLabel={t('submit')}
      isIncomplete={name.trim() === '' || scopes.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('name')} description={t('nameHelp')} error={issues.name} required>
        <Input
          value={name}
          maxLength={nameLengthMax}
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <ScopeChoice chosen={scopes} onChange={setScopes} error={issues.scopes} />
      <Field label={t('addresses')} description={t('addressesHelp')} error={addressIssue(issues)} optional>
        <Textarea
          mono
          rows={2}
          value={addresses}
          placeholder="203.0.113.0/24"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setAddresses(event.target.value)}
        />
      </Field>
      <Field label={t('life')} description={t('lifeHelp')} error={issues.expiresAt}>
        <Select
          value={life}
          onValueChange={(value) => setLife(value as Life)}
          options={Object.keys(lives).map((value) => ({ value, label: t(`lives.${value}`) }))}
        />
      </Field>
    </DialogForm>
  );
}

/** The issue of the list of addresses, or of one of them. */
function addressIssue(issues: Record<string, string>): string | undefined {
  return Object.entries(issues).find(([path]) => path.startsWith('allowedIps'))?.[1];
}
