'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, Field, PageHeader, Panel, Skeleton, Textarea } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { LoadError } from '@/features/shell/load-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { issueBelow } from './amount-fields.tsx';

/** The hosts that payment pages may lead back to. */
export function ReturnHostsPage() {
  const t = useTranslations('links.returnHosts');
  const trpc = useTRPC();
  const tenant = useTenant();
  const form = useQuery(trpc.links.form.queryOptions(tenant));
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} description={t('description')} />
      {form.isPending && <Skeleton className="h-64 w-full max-w-2xl" />}
      {form.isError && <LoadError query={form} />}
      {form.data && <HostsForm key={form.data.returnHosts.join(' ')} hosts={form.data.returnHosts} />}
    </div>
  );
}

function HostsForm({ hosts }: { hosts: string[] }) {
  const t = useTranslations('links.returnHosts');
  const tenant = useTenant();
  const [text, setText] = useState(hosts.join('\n'));
  const save = useChange(
    useTRPC().links.setReturnHosts.mutationOptions({ onSuccess: () => toast.success(t('saved')) }),
  );
  const typed = text.split('\n').flatMap((line) => line.trim() || []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...tenant, hosts: typed });
  };
  return (
    <Panel className="max-w-2xl" title={t('list')} description={t('both')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('label')} description={t('help')} error={issueBelow(fieldIssues(save.error), 'hosts')}>
          <Textarea
            mono
            rows={5}
            value={text}
            placeholder="shop.example.com"
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <FormError error={save.error} fields="any" />
        <p className="text-muted-foreground text-xs">{t('why')}</p>
        <Button type="submit" variant="primary" isPending={save.isPending} className="self-start">
          {t('save')}
        </Button>
      </form>
    </Panel>
  );
}
