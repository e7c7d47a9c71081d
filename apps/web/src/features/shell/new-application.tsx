'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Callout, Card, CardContent, Field, Input, PageHeader, Select } from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { type FormEvent, useTransition } from 'react';
import { useTranslations } from 'use-intl/react';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { FormError } from './form-error.tsx';
import { useProven } from './reauthentication.tsx';
import { tenantPath } from './tenant.ts';
import type { Places } from './types.ts';

/** Makes a merchant account and goes to its sandbox. */
export function NewApplication({ organizations }: { organizations: Places }) {
  const t = useTranslations('shell.newApplication');
  return (
    <div className="mx-auto flex max-w-lg flex-col gap-5">
      <PageHeader title={t('title')} description={t('description')} />
      {organizations.length === 0 ? (
        <Callout tone="neutral">{t('none')}</Callout>
      ) : (
        <Card>
          <CardContent>
            <ApplicationForm organizations={organizations} />
          </CardContent>
        </Card>
      )}
    </div>
  );
}

function ApplicationForm({ organizations }: { organizations: Places }) {
  const t = useTranslations('shell.newApplication');
  const trpc = useTRPC();
  const router = useRouter();
  const [isLeaving, startTransition] = useTransition();
  const proven = useProven();
  const create = useMutation(proven(trpc.organizations.createApplication.mutationOptions()));
  const issues = fieldIssues(create.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const input = { organizationId: String(given.get('organization')), name: String(given.get('name')) };
    create.mutate(input, {
      onSuccess: ({ applicationId }) =>
        startTransition(() => router.push(tenantPath({ applicationId, environment: 'sandbox' }))),
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormError error={create.error} fields={['name']} />
      <Field label={t('organization')}>
        <Select
          name="organization"
          options={organizations.map(({ organizationId, name }) => ({ value: organizationId, label: name }))}
        />
      </Field>
      <Field label={t('name')} description={t('nameHelp')} error={issues.name} required>
        <Input name="name" autoComplete="off" />
      </Field>
      <Button type="submit" variant="primary" className="self-start" isPending={create.isPending || isLeaving}>
        {t('create')}
      </Button>
    </form>
  );
}
