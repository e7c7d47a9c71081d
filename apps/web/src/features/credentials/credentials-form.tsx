'use client';

import { Button, Card, CardContent, CardFooter, CardHeader } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
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
  const tenant = useTenant();
  const [draft, setDraft] = useState(() => draftOf(status));
  const changes = changesOf(draft, status);
  const set = useChange(useTRPC().credentials.set.mutationOptions({ onSuccess: () => toast.success(t('done')) }));
  const state = status.configured ? 'change' : 'first';

  function submit(event: FormEvent) {
    event.preventDefault();
    set.mutate({ ...tenant, ...changes });
  }

  return (
    <Card>
      <CardHeader title={t(`title.${state}`)} description={t(`description.${state}`)} />
      <form onSubmit={submit} noValidate autoComplete="off">
        <CardContent className="flex flex-col gap-6">
          {tenant.environment === 'sandbox' && (
            <div className="flex flex-col items-start gap-1.5">
              <Button onClick={() => setDraft(sandboxDefaults)}>{t('defaults')}</Button>
              <p className="text-muted-foreground text-xs">{t('defaultsHelp')}</p>
            </div>
          )}
          <CredentialsFields draft={draft} onChange={setDraft} issues={fieldIssues(set.error)} status={status} />
          <FormError error={set.error} fields="any" />
        </CardContent>
        <CardFooter>
          <Button
            type="submit"
            variant="primary"
            isPending={set.isPending}
            disabled={Object.keys(changes).length === 0}
          >
            {t('submit')}
          </Button>
          <p className="text-muted-foreground text-xs">{t('soon')}</p>
        </CardFooter>
      </form>
    </Card>
  );
}
