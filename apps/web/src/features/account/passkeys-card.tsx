'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Card, CardContent, CardHeader, Dialog, Field, Input } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { DialogForm } from '@/features/shell/dialog-form';
import { hasPasskeys, makePasskey } from '@/features/shell/passkeys';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { browserName } from './browser-name.ts';
import type { AccountFacts } from './types.ts';

type Passkey = AccountFacts['passkeys'][number];

/** The passkeys of the person: ways in that need no password. */
export function PasskeysCard({ account }: { account: AccountFacts }) {
  const t = useTranslations('account.passkeys');
  const [isAdding, setAdding] = useState(false);
  const { passkeys, canAddPasskeys } = account;
  return (
    <Card>
      <CardHeader title={t('title')} titleId="passkeys-title" />
      <CardContent className="flex flex-col items-start gap-4">
        <p className="text-muted-foreground text-sm">{canAddPasskeys ? t('text') : t('unavailable')}</p>
        {canAddPasskeys && <Button onClick={() => setAdding(true)}>{t('add')}</Button>}
      </CardContent>
      {passkeys.length > 0 && (
        <ul aria-labelledby="passkeys-title" className="divide-y border-t">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Card>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const t = useTranslations('account.passkeys');
  const remove = useChange(useTRPC().account.removePasskey.mutationOptions());
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{name}</p>
        <p className="text-muted-foreground text-xs">
          {t('added')} <Time value={createdAt} />
          {lastUsedAt && (
            <>
              {' · '}
              {t('used')} <Time value={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Confirmation
        tone="danger"
        trigger={
          <Button size="sm" aria-label={t('removeName', { name })}>
            {t('remove')}
          </Button>
        }
        title={t('removeTitle', { name })}
        summary={t('removeText')}
        confirmLabel={t('removeConfirm')}
        onConfirm={async () => {
          await remove.mutateAsync({ id });
          toast.success(t('removed'));
        }}
      />
    </li>
  );
}

/** A name, then the browser's own window. */
function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useTranslations('account.passkeys');
  const sessions = useTranslations('account.sessions');
  const trpc = useTRPC();
  const begin = useMutation(trpc.account.beginPasskey.mutationOptions());
  const add = useMutation(trpc.account.addPasskey.mutationOptions());
  const save = useChange({
    // Nothing is added when the person closes the browser's window.
    mutationFn: async (name: string) => {
      const { options } = await begin.mutateAsync();
      const response = await makePasskey(options).catch((thrown: Error) => {
        throw new Error(thrown.name === 'InvalidStateError' ? t('known') : t('failed'));
      });
      return response && add.mutateAsync({ name, response });
    },
    onSuccess(added) {
      if (!added) return;
      toast.success(t('done'));
      onClose();
    },
  });
  const named = browserName(navigator.userAgent);

  return (
    <Dialog onClose={onClose} title={t('addTitle')} description={t('addText')}>
      <DialogForm
        change={hasPasskeys() ? save : { error: new Error(t('none')), isPending: false }}
        fields={['name']}
        submitLabel={t('addConfirm')}
        onSubmit={(given) => save.mutate(String(given.get('name')))}
        onClose={onClose}
      >
        <Field label={t('name')} description={t('nameHelp')} error={fieldIssues(save.error).name}>
          <Input
            name="name"
            defaultValue={named ? sessions('on', named) : ''}
            maxLength={100}
            autoComplete="off"
            required
            autoFocus
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
