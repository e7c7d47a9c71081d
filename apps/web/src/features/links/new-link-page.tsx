'use client';

import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CardContent,
  CardFooter,
  Field,
  Input,
  PageHeader,
  RadioGroup,
  Select,
  Skeleton,
} from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRequestKey } from '@/features/collect/use-request-key';
import { CredentialsNeeded } from '@/features/credentials/credentials-needed';
import { momentOf } from '@/features/lists/days';
import { useRailsLabel } from '@/features/rails/use-networks';
import { FormError } from '@/features/shell/form-error';
import { LoadError } from '@/features/shell/load-error';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { Trail } from '@/features/shell/trail';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { AmountFields } from './amount-fields.tsx';
import { type LinkDraft, linkOf, newLinkDraft } from './link-draft.ts';
import { EndFields, WordsFields } from './link-fields.tsx';
import { LinkPreview } from './link-preview.tsx';
import { NoPayPages } from './no-pay-pages.tsx';
import { QuestionFields } from './question-fields.tsx';
import type { LinkForm } from './types.ts';

/** A new payment link, with its page beside the form. */
export function NewLinkPage() {
  const t = useTranslations('links');
  const trpc = useTRPC();
  const tenant = useTenant();
  const form = useQuery(trpc.links.form.queryOptions(tenant));
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('new.title')}
        description={t('new.description')}
        breadcrumbs={
          <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'links') }, { label: t('new.title') }]} />
        }
      />
      {form.isPending && <Skeleton className="block h-96 w-full max-w-xl" />}
      {form.isError && <LoadError query={form} />}
      {form.data && <Content form={form.data} />}
    </div>
  );
}

function Content({ form }: { form: LinkForm }) {
  const t = useTranslations('links.noCredentials');
  const [draft, setDraft] = useState(newLinkDraft);
  const networks = useRailsLabel(form.rails);
  if (!form.hasPayPages) return <NoPayPages />;
  if (form.rails.length === 0)
    return <CredentialsNeeded title={t('title', { networks })} text={t('text', { networks })} action={t('action')} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,40rem)_360px]">
      <NewLinkForm form={form} draft={draft} set={(change) => setDraft((before) => ({ ...before, ...change }))} />
      <div className="xl:sticky xl:top-4">
        <LinkPreview draft={draft} form={form} />
      </div>
    </div>
  );
}

/** Makes the link and opens it. Sent twice, the same form makes one link. */
function useCreate() {
  const t = useTranslations('links.new');
  const router = useRouter();
  const tenant = useTenant();
  const { timeZone } = usePreferences();
  const { keyOf } = useRequestKey();
  const create = useChange(
    useTRPC().links.create.mutationOptions({
      onSuccess: ({ linkId }) => {
        toast.success(t('done'));
        router.push(tenantPath(tenant, `links/${linkId}`));
      },
    }),
  );
  const send = (draft: LinkDraft) => {
    const link = linkOf(draft, (text) => momentOf(text, timeZone));
    create.mutate({ ...tenant, ...link, requestKey: keyOf(link) });
  };
  return { create, send };
}

type FormProps = { form: LinkForm; draft: LinkDraft; set: (change: Partial<LinkDraft>) => void };

function NewLinkForm({ form, draft, set }: FormProps) {
  const t = useTranslations('links.form');
  const { create, send } = useCreate();
  const issues = fieldIssues(create.error);
  const shared = { draft, set, issues, kind: draft.kind, returnHosts: form.returnHosts };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending) send(draft);
  };
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <CardContent className="flex flex-col gap-4">
          <FormError error={create.error} fields="any" />
          <RadioGroup
            label={t('kind')}
            value={draft.kind}
            onValueChange={(value) => set({ kind: value === 'many' ? 'many' : 'once' })}
            options={(['once', 'many'] as const).map((kind) => ({
              value: kind,
              label: t(`kinds.${kind}`),
              description: t(`kindsMore.${kind}`),
            }))}
          />
          <WordsFields {...shared} />
          <AmountFields draft={draft} set={set} issues={issues} />
          <KindFields draft={draft} set={set} issues={issues} />
          <EndFields {...shared} />
          <Field label={t('language')} description={t('languageHelp')} className="sm:max-w-64">
            <Select
              value={draft.language}
              onValueChange={(value) => set({ language: value === 'en' || value === 'sw' ? value : 'auto' })}
              options={(['auto', 'en', 'sw'] as const).map((value) => ({ value, label: t(`languages.${value}`) }))}
            />
          </Field>
          <QuestionFields questions={draft.questions} onChange={(questions) => set({ questions })} issues={issues} />
        </CardContent>
        <CardFooter className="justify-between">
          <p className="min-w-0 flex-1 basis-56 text-muted-foreground text-xs">{t('fixedLater')}</p>
          <Button type="submit" variant="primary" isPending={create.isPending}>
            {t('submit')}
          </Button>
        </CardFooter>
      </form>
    </Card>
  );
}

type KindProps = Omit<FormProps, 'form'> & { issues: Record<string, string> };

/** What only links of one kind have. */
function KindFields({ draft, set, issues }: KindProps) {
  const t = useTranslations('links.form');
  if (draft.kind === 'many') {
    return (
      <Field label={t('prefix')} description={t('prefixHelp')} error={issues.referencePrefix} optional>
        <Input
          value={draft.prefix}
          maxLength={4}
          placeholder="PAY"
          autoComplete="off"
          onChange={(event) => set({ prefix: event.target.value })}
        />
      </Field>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('reference')} description={t('referenceHelp')} error={issues.accountReference} optional>
        <Input
          value={draft.reference}
          maxLength={12}
          autoComplete="off"
          onChange={(event) => set({ reference: event.target.value })}
        />
      </Field>
      <Field label={t('phone')} description={t('phoneHelp')} error={issues.phone} optional>
        <Input
          type="tel"
          autoComplete="off"
          value={draft.phone}
          onChange={(event) => set({ phone: event.target.value })}
        />
      </Field>
    </div>
  );
}
