'use client';

import { CodeBlock, Dialog, Field, Input, Secret, Select } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';

const dayMs = 86_400_000;
const lives = { month: 30, quarter: 90, year: 365 } as const;
type Life = keyof typeof lives;
const nameLengthMax = 100;

type Props = { organizationId: string; onClose: () => void };

/** Asks for the name and reach of a token, creates it, and shows it once. */
export function CreateToken({ organizationId, onClose }: Props) {
  const t = useTranslations('reporting-tokens');
  const [token, setToken] = useState<string>();
  return (
    <Dialog
      onClose={onClose}
      title={token ? t('created.title') : t('create.title')}
      size="lg"
      isHeld={token !== undefined}
    >
      {token === undefined ? (
        <Form organizationId={organizationId} onMade={setToken} onClose={onClose} />
      ) : (
        <NewToken token={token} onDone={onClose} />
      )}
    </Dialog>
  );
}

function Form({ organizationId, onMade, onClose }: Props & { onMade: (token: string) => void }) {
  const t = useTranslations('reporting-tokens.create');
  const { applicationId } = useTenant();
  const [name, setName] = useState('');
  const [reach, setReach] = useState<'all' | 'one'>('one');
  const [life, setLife] = useState<Life>('quarter');
  const create = useChange(
    useTRPC().reportingTokens.create.mutationOptions({ onSuccess: ({ token }) => onMade(token) }),
    { isSeenOnce: true },
  );
  const issues = fieldIssues(create.error);

  function submit() {
    const expiresAt = new Date(Date.now() + lives[life] * dayMs).toISOString();
    create.mutate({ organizationId, name, expiresAt, ...(reach === 'one' && { reads: applicationId }) });
  }

  return (
    <DialogForm
      change={create}
      fields="any"
      submitLabel={t('submit')}
      isIncomplete={name.trim() === ''}
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
      <Field label={t('reads')} description={t('readsHelp')} error={issues.reads}>
        <Select
          value={reach}
          onValueChange={(value) => setReach(value as typeof reach)}
          options={[
            { value: 'one', label: t('thisApplication') },
            { value: 'all', label: t('allApplications') },
          ]}
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

/** A token, the only time that it is seen, and a command to try it with. */
function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTranslations('reporting-tokens.created');
  const command = [
    `curl -s '${window.location.origin}/api/graphql' \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query":"{ applications { applicationId name } }"}'`,
  ].join('\n');
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CodeBlock title={t('try')} label={t('tryLabel')} code={command} />
      <Secret
        value={token}
        label={t('label')}
        warning={t('warning')}
        fileName="tillgate-reporting-token.txt"
        storedLabel={t('stored')}
        doneLabel={t('done')}
        onDone={onDone}
      />
    </div>
  );
}
