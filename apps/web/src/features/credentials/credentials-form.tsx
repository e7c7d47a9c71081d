'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Card, CardContent, CardFooter, CardHeader } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { ReauthenticationCancelled, useReauthentication } from '@/features/shell/reauthentication';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { CredentialsFields } from './credentials-fields.tsx';
import { changesOf, draftOf } from './draft.ts';
import { sandboxDefaults } from './sandbox-defaults.ts';
import type { CredentialsStatus } from './types.ts';

/** Sets credentials, or replaces those that are typed and leaves the others. */
export function CredentialsForm({ status }: { status: CredentialsStatus }) {
  const t = useTranslations('credentials.form');
  const { environment } = useTenant();
  const { draft, setDraft, error, isPending, isChanged, submit } = useCredentialsForm(status);
  const issues = fieldIssues(error);
  const state = status.configured ? 'change' : 'first';
  return (
    <Card>
      <CardHeader title={t(`title.${state}`)} description={t(`description.${state}`)} />
      <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
        <CardContent className="flex flex-col gap-6">
          {environment === 'sandbox' && (
            <div className="flex flex-col items-start gap-1.5">
              <Button onClick={() => setDraft(sandboxDefaults)}>{t('defaults')}</Button>
              <p className="text-muted-foreground text-xs">{t('defaultsHelp')}</p>
            </div>
          )}
          <CredentialsFields draft={draft} onChange={setDraft} issues={issues} status={status} />
          <FormError error={error} fields="any" />
        </CardContent>
        <CardFooter>
          <Button type="submit" variant="primary" isPending={isPending} disabled={!isChanged}>
            {t('submit')}
          </Button>
          <p className="text-muted-foreground text-xs">{t('soon')}</p>
        </CardFooter>
      </form>
    </Card>
  );
}

function useCredentialsForm(status: CredentialsStatus) {
  const t = useTranslations('credentials.form');
  const trpc = useTRPC();
  const tenant = useTenant();
  const client = useQueryClient();
  const { run } = useReauthentication();
  const [draft, setDraft] = useState(() => draftOf(status));
  const [error, setError] = useState<unknown>();
  const set = useMutation(trpc.credentials.set.mutationOptions());
  const changes = changesOf(draft, status);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(undefined);
    try {
      await run(() => set.mutateAsync({ ...tenant, ...changes }));
      toast.success(t('done'));
      await client.invalidateQueries(trpc.credentials.status.pathFilter());
    } catch (thrown) {
      if (!(thrown instanceof ReauthenticationCancelled)) setError(thrown);
    }
  }

  return { draft, setDraft, error, isPending: set.isPending, isChanged: Object.keys(changes).length > 0, submit };
}
