'use client';

import { Button, buttonVariants, Field, Input, Panel } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { WaysIn } from '@/features/identity/ways-in';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import type { AccountFacts } from './types.ts';

export function PasswordCard({ account }: { account: AccountFacts }) {
  const t = useTranslations('account.password');
  return (
    <Panel title={t('title')} description={account.hasPassword && t('description')}>
      {account.hasPassword ? <PasswordForm account={account} /> : <NoPassword />}
    </Panel>
  );
}

function PasswordForm({ account: { email, waysIn } }: { account: AccountFacts }) {
  const t = useTranslations('account.password');
  const change = useChange(useTRPC().account.changePassword.mutationOptions());
  const [given, setKept] = useState<string[]>();
  // Who changes the password here is signed in: everything stays unless they say otherwise.
  const kept = given ?? waysIn.map(({ id }) => id);
  const issues = fieldIssues(change.error);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const currentPassword = String(typed.get('current'));
    const newPassword = String(typed.get('new'));
    change.mutate(
      { currentPassword, newPassword, keep: kept },
      {
        onSuccess() {
          form.reset();
          setKept(undefined);
          toast.success(t('done'));
        },
      },
    );
  }

  return (
    <form onSubmit={save} className="flex max-w-md flex-col gap-4">
      <FormError error={change.error} fields={['currentPassword', 'newPassword']} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label={t('current')} error={issues.currentPassword}>
        <Input name="current" type="password" autoComplete="current-password" required />
      </Field>
      <Field label={t('new')} description={t('newHelp')} error={issues.newPassword}>
        <Input name="new" type="password" autoComplete="new-password" required />
      </Field>
      <WaysIn ways={waysIn} kept={kept} onChange={setKept} />
      <Button type="submit" className="self-start" isPending={change.isPending}>
        {t('submit')}
      </Button>
    </form>
  );
}

function NoPassword() {
  const t = useTranslations('account.password');
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted-foreground text-sm">{t('none')}</p>
      <Link href="/forgot-password" className={buttonVariants()}>
        {t('ask')}
      </Link>
    </div>
  );
}
