'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { Button, Card, CardContent, CardFooter, CardHeader } from '@tillgate/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import type { RailStatus } from '../types.ts';
import { changesOf, draftOf } from './account-draft.ts';
import { AccountFields } from './account-fields.tsx';
import { useRailText } from './use-rail-text.ts';

type Props = {
  status: RailStatus;
  /** For a form that was opened: the first field gets the focus, and a button closes it. */
  onCancel?: (() => void) | undefined;
};

/** Sets an account, or replaces what is typed and leaves the rest. */
export function AccountForm({ status, onCancel }: Props) {
  const t = useTranslations('credentials');
  const tenant = useTenant();
  const say = useRailText(status.rail);
  const { rail } = status;
  const network = railLabel(rail);
  const [draft, setDraft] = useState(() => draftOf(status));
  const changes = changesOf(draft, status);
  const options = useTRPC().credentials.setAccount.mutationOptions({
    onSuccess: () => toast.success(t('networks.form.done', { network })),
  });
  const set = useChange(options);
  const state = status.account ? 'change' : 'first';
  const form = useRef<HTMLFormElement>(null);
  const isOpened = onCancel !== undefined;
  useEffect(() => {
    if (isOpened) form.current?.querySelector('input')?.focus();
  }, [isOpened]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (rail !== 'mpesa') set.mutate({ ...tenant, rail, ...changes });
  }

  return (
    <Card>
      <CardHeader
        as="h3"
        title={t(`networks.form.title.${state}`, { network })}
        description={state === 'first' ? say('first') : t('form.description.change')}
      />
      <form ref={form} onSubmit={submit} noValidate autoComplete="off">
        <CardContent className="flex flex-col gap-6">
          <AccountFields status={status} draft={draft} onChange={setDraft} issues={fieldIssues(set.error)} />
          <FormError error={set.error} fields="any" />
        </CardContent>
        <CardFooter>
          <Button
            type="submit"
            variant="primary"
            isPending={set.isPending}
            disabled={Object.keys(changes).length === 0}
          >
            {t('networks.form.submit')}
          </Button>
          {onCancel && <Button onClick={onCancel}>{t('networks.form.cancel')}</Button>}
          <p className="text-muted-foreground text-xs">{t('form.soon')}</p>
        </CardFooter>
      </form>
    </Card>
  );
}
