'use client';

import { batchNameMax, batchNoteMax } from '@tillgate/domain/batches/basics';
import {
  Button,
  Card,
  CardContent,
  CardFooter,
  Field,
  Input,
  PageHeader,
  RadioGroup,
  SegmentedControl,
  Textarea,
} from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRequestKey } from '@/features/collect/use-request-key';
import { momentOf } from '@/features/lists/days';
import { FilePicker } from '@/features/shell/file-picker';
import { FormError } from '@/features/shell/form-error';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { Trail } from '@/features/shell/trail';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, usePreferences } from '@/format';
import { fieldIssues } from '@/trpc/errors';
import { type Chosen, factsOf, type ListDraft, listOf, mappingOf, newListDraft, purposes } from './list-draft.ts';
import { ListHelp } from './list-help.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { type ListFacts, sendList } from './send-list.ts';
import type { Unclear } from './types.ts';

const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const kilobyte = 1_000;

/** A new batch: its list, and what it is. Nothing is paid by making one. */
export function NewBatchPage() {
  const t = useTranslations('batches');
  const tenant = useTenant();
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={t('new.title')}
        description={t('new.description')}
        breadcrumbs={
          <Trail items={[{ label: t('title'), href: tenantPath(tenant, 'batches') }, { label: t('new.title') }]} />
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,40rem)_minmax(0,28rem)]">
        <NewBatch />
        <ListHelp />
      </div>
    </div>
  );
}

type Sent = { source: Blob | string; facts: Omit<ListFacts, 'requestKey'> };

/** Sends the list. It opens the batch, or says which columns a person has to choose. */
function useSend() {
  const t = useTranslations('batches.new');
  const router = useRouter();
  const tenant = useTenant();
  const { keyOf } = useRequestKey();
  const [unclear, setUnclear] = useState<Unclear>();
  const [chosen, setChosen] = useState<Chosen>({});
  const send = useChange({
    mutationFn: ({ source, facts }: Sent) =>
      sendList(tenant, source, { ...facts, requestKey: keyOf({ facts, list: markOf(source) }) }),
    onSuccess: (made) => {
      if ('batchId' in made) {
        toast.success(t('done'));
        router.push(tenantPath(tenant, `batches/${made.batchId}`));
        return;
      }
      setUnclear(made);
      setChosen(made.found);
    },
  });
  return { send, unclear, setUnclear, chosen, setChosen };
}

/** What tells one list from another in this form. */
const markOf = (source: Blob | string) =>
  source instanceof File ? [source.name, source.size, source.lastModified] : String(source);

function NewBatch() {
  const t = useTranslations('batches.new');
  const { timeZone } = usePreferences();
  const [draft, setDraft] = useState(newListDraft);
  const [isChecked, setChecked] = useState(false);
  const { send, unclear, setUnclear, chosen, setChosen } = useSend();
  const source = listOf(draft);
  const set = (change: Partial<ListDraft>) => {
    if ('file' in change || 'lines' in change || 'source' in change) setUnclear(undefined);
    setDraft({ ...draft, ...change });
  };
  const submit = () => {
    setChecked(true);
    if (send.isPending || source === undefined || draft.name.trim() === '') return;
    const mapping = unclear && mappingOf(unclear, chosen);
    const facts = factsOf(draft, momentOf(draft.scheduled, timeZone));
    send.mutate({ source, facts: { ...facts, ...(mapping && { mapping }) } });
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card>
        <form
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            submit();
          }}
        >
          <CardContent className="flex flex-col gap-4">
            <FormError error={send.error} fields={['name', 'note', 'scheduledFor']} />
            <SourceFields draft={draft} set={set} isPending={send.isPending} isMissing={isChecked && !source} />
            <DescriptionFields draft={draft} set={set} issues={fieldIssues(send.error)} isChecked={isChecked} />
          </CardContent>
          <CardFooter>
            <Button type="submit" variant={unclear ? 'secondary' : 'primary'} isPending={send.isPending}>
              {t('submit')}
            </Button>
          </CardFooter>
        </form>
      </Card>
      {unclear && (
        <MappingFields
          reading={unclear}
          chosen={chosen}
          onChange={setChosen}
          isPending={send.isPending}
          onUse={submit}
        />
      )}
    </div>
  );
}

type FieldsProps = { draft: ListDraft; set: (change: Partial<ListDraft>) => void };

function SourceFields({ draft, set, isPending, isMissing }: FieldsProps & { isPending: boolean; isMissing: boolean }) {
  const t = useTranslations('batches.new');
  const { file } = draft;
  return (
    <>
      <SegmentedControl
        label={t('source')}
        value={draft.source}
        onValueChange={(source) => set({ source })}
        options={(['file', 'lines'] as const).map((value) => ({ value, label: t(`sources.${value}`) }))}
        className="self-start"
      />
      {draft.source === 'file' ? (
        <FilePicker
          label={t('choose')}
          hint={file ? `${file.name} (${formatNumber(Math.ceil(file.size / kilobyte))} KB)` : t('limits')}
          accept={accepted}
          isDisabled={isPending}
          onFile={(chosen) => set({ file: chosen })}
        />
      ) : (
        <Field label={t('lines')} description={t('linesHelp')}>
          <Textarea
            rows={8}
            value={draft.lines}
            spellCheck={false}
            className="font-mono text-xs"
            onChange={(event) => set({ lines: event.target.value })}
          />
        </Field>
      )}
      {isMissing && (
        <p role="alert" className="text-danger text-sm">
          {t('needsList')}
        </p>
      )}
    </>
  );
}

type DescriptionProps = FieldsProps & { issues: Record<string, string>; isChecked: boolean };

function DescriptionFields({ draft, set, issues, isChecked }: DescriptionProps) {
  const t = useTranslations('batches.new');
  const { timeZone } = usePreferences();
  const zone = timeZone === 'UTC' ? 'UTC' : 'EAT';
  const missing = isChecked && draft.name.trim() === '' ? t('needsName') : undefined;
  return (
    <>
      <Field label={t('name')} description={t('nameHelp')} error={issues.name ?? missing}>
        <Input
          value={draft.name}
          maxLength={batchNameMax}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <RadioGroup
        label={t('purpose')}
        value={draft.purpose}
        onValueChange={(value) => set({ purpose: purposes.find((each) => each === value) ?? 'SalaryPayment' })}
        options={purposes.map((value) => ({ value, label: t(`purposes.${value}`) }))}
      />
      <Field label={t('scheduled')} description={t('scheduledHelp', { zone })} error={issues.scheduledFor} optional>
        <Input
          type="datetime-local"
          value={draft.scheduled}
          onChange={(event) => set({ scheduled: event.target.value })}
        />
      </Field>
      <Field label={t('note')} description={t('noteHelp')} error={issues.note} optional>
        <Textarea
          rows={2}
          value={draft.note}
          maxLength={batchNoteMax}
          onChange={(event) => set({ note: event.target.value })}
        />
      </Field>
    </>
  );
}
