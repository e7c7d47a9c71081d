'use client';

import { Button, Field, Input, Panel } from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import type { AccountFacts } from './types.ts';

export function ProfileCard({ account }: { account: AccountFacts }) {
  const t = useTranslations('account');
  const router = useRouter();
  const [name, setName] = useState(account.name ?? '');
  const rename = useChange(
    useTRPC().account.rename.mutationOptions({
      onSuccess() {
        toast.success(t('saved'));
        // The frame shows the name as well.
        router.refresh();
      },
    }),
  );

  function save(event: FormEvent) {
    event.preventDefault();
    rename.mutate({ name });
  }

  return (
    <Panel title={t('profile.title')}>
      <form onSubmit={save} className="flex max-w-md flex-col gap-4">
        <FormError error={rename.error} fields={['name']} />
        <Field label={t('profile.email')}>
          <Input value={account.email} readOnly className="bg-muted" />
        </Field>
        <Field label={t('profile.name')} description={t('profile.nameHelp')} error={fieldIssues(rename.error).name}>
          <Input
            value={name}
            autoComplete="name"
            maxLength={100}
            required
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Button type="submit" className="self-start" isPending={rename.isPending}>
          {t('profile.save')}
        </Button>
      </form>
    </Panel>
  );
}
