'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Card,
  CardContent,
  CardHeader,
  ConfirmDialog,
  Dialog,
  DialogContent,
  DialogFooter,
  Field,
  Input,
} from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { hasPasskeys, makePasskey } from '@/features/identity/passkeys';
import { FormError } from '@/features/shell/form-error';
import { useReauthentication } from '@/features/shell/reauthentication';
import { toast } from '@/features/shell/toast';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues, messageOf } from '@/trpc/errors';
import { browserName } from './browser-name.ts';
import type { AccountFacts } from './types.ts';
import { useChange } from './use-change.ts';

type Passkey = AccountFacts['passkeys'][number];

/** The passkeys of the person: ways in that need no password. */
export function PasskeysCard({ account }: { account: AccountFacts }) {
  const t = useTranslations('account.passkeys');
  const trpc = useTRPC();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const refresh = () => void client.invalidateQueries(trpc.account.pathFilter());
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
            <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={refresh} />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddPasskey
          onClose={(isAdded) => {
            setAdding(false);
            if (isAdded) refresh();
          }}
        />
      )}
    </Card>
  );
}

function PasskeyItem({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const t = useTranslations('account.passkeys');
  const { run } = useReauthentication();
  const remove = useMutation(useTRPC().account.removePasskey.mutationOptions());
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
      <ConfirmDialog
        tone="danger"
        trigger={
          <Button size="sm" aria-label={t('removeName', { name })}>
            {t('remove')}
          </Button>
        }
        title={t('removeTitle', { name })}
        summary={t('removeText')}
        confirmLabel={t('removeConfirm')}
        errorText={messageOf}
        onConfirm={async () => {
          await run(() => remove.mutateAsync({ id }));
          toast.success(t('removed'));
          onRemoved();
        }}
      />
    </li>
  );
}

/** A name, then the browser's own window. */
function AddPasskey({ onClose }: { onClose: (isAdded: boolean) => void }) {
  const t = useTranslations('account.passkeys');
  const sessions = useTranslations('account.sessions');
  const trpc = useTRPC();
  const begin = useMutation(trpc.account.beginPasskey.mutationOptions());
  const add = useMutation(trpc.account.addPasskey.mutationOptions());
  const { change, error, isPending } = useChange();
  const named = browserName(navigator.userAgent);

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const added = await change(async () => {
      const { options } = await begin.mutateAsync();
      const response = await makePasskey(options).catch((thrown: Error) => {
        throw new Error(thrown.name === 'InvalidStateError' ? t('known') : t('failed'));
      });
      if (response === undefined) return false;
      await add.mutateAsync({ name, response });
      return true;
    });
    if (!added?.done) return;
    toast.success(t('done'));
    onClose(true);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose(false)}>
      <DialogContent title={t('addTitle')} description={t('addText')}>
        <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
          {hasPasskeys() ? <FormError error={error} fields={['name']} /> : <FormError error={new Error(t('none'))} />}
          <Field label={t('name')} description={t('nameHelp')} error={fieldIssues(error).name}>
            <Input
              name="name"
              defaultValue={named ? sessions('on', named) : ''}
              maxLength={100}
              autoComplete="off"
              required
              autoFocus
            />
          </Field>
          <DialogFooter>
            <Button type="submit" variant="primary" isPending={isPending}>
              {t('addConfirm')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
