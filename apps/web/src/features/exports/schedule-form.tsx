'use client';

import { Button, buttonVariants, Callout, DialogFooter, Field, Input, Select } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import { fieldIssues } from '@/trpc/errors';
import { FileFields } from './file-fields.tsx';
import { withoutPeriod } from './filter-facts.ts';
import { FilterWords } from './filter-words.tsx';
import { hourText } from './hour-text.ts';
import { mailOnly, recipientsOf, ScheduleDestination } from './schedule-destination.tsx';
import type { Cadence, ExportFormProps, FileFormProps } from './types.ts';

const cadences: readonly Cadence[] = ['daily', 'weekly', 'monthly'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const hourDefault = 6;
const nameLengthMax = 100;

/** Schedules a file of each day, week or month, with the filters of the list. */
export function ScheduleForm({ list, filter, onClose, ...form }: ExportFormProps & FileFormProps) {
  const t = useTranslations('exports');
  const tenant = useTenant();
  const { file } = form;
  const [name, setName] = useState('');
  const [cadence, setCadence] = useState<Cadence>('daily');
  const [hour, setHour] = useState(hourDefault);
  const [destination, setDestination] = useState(mailOnly);
  const schedule = useChange(useTRPC().exports.schedule.mutationOptions());
  const issues = fieldIssues(schedule.error);
  const own = withoutPeriod(list, filter);
  const hasDays = Object.keys(own).length < Object.keys(filter).length;
  if (schedule.data) return <Scheduled nextAt={schedule.data.nextAt} onClose={onClose} />;
  const submit = () => {
    const { columns, ...look } = file;
    const what = { list, filter: own, ...look, columns: columns && [...columns] };
    schedule.mutate({ ...tenant, ...what, name, cadence, hour, ...recipientsOf(destination) });
  };
  return (
    <DialogForm
      change={schedule}
      fields={['name', 'bucketId']}
      submitLabel={t('schedule.submit')}
      isIncomplete={name.trim() === '' || file.columns?.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <FilterWords list={list} filter={own} timeZone={file.timeZone} />
      {hasDays && <p className="text-muted-foreground text-xs">{t('schedule.noDays')}</p>}
      <Field label={t('schedule.name')} description={t('schedule.nameHelp')} error={issues.name} required>
        <Input
          value={name}
          maxLength={nameLengthMax}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <WhenFields cadence={cadence} onCadence={setCadence} hour={hour} onHour={setHour} />
      <FileFields {...form} />
      <ScheduleDestination value={destination} onChange={setDestination} error={issues.bucketId} />
    </DialogForm>
  );
}

type WhenProps = {
  cadence: Cadence;
  onCadence: (cadence: Cadence) => void;
  hour: number;
  onHour: (hour: number) => void;
};

function WhenFields({ cadence, onCadence, hour, onHour }: WhenProps) {
  const t = useTranslations('exports');
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <Field label={t('schedule.cadence')} description={t(`schedule.period.${cadence}`)}>
        <Select
          value={cadence}
          options={cadences.map((value) => ({ value, label: t(`schedule.cadences.${value}`) }))}
          onValueChange={(value) => onCadence(cadences.find((each) => each === value) ?? 'daily')}
        />
      </Field>
      <Field label={t('schedule.hour')}>
        <Select
          value={String(hour)}
          options={hours.map((value) => ({ value: String(value), label: hourText(value) }))}
          onValueChange={(value) => onHour(Number(value))}
        />
      </Field>
    </div>
  );
}

function Scheduled({ nextAt, onClose }: { nextAt: string; onClose: () => void }) {
  const t = useTranslations('exports');
  const tenant = useTenant();
  return (
    <div className="flex flex-col gap-3">
      <Callout tone="success" role="status">
        {t('schedule.done')} <Time value={nextAt} />
      </Callout>
      <DialogFooter>
        <Button onClick={onClose}>{t('dialog.close')}</Button>
        <Link href={`${tenantPath(tenant, 'exports')}?show=schedules`} className={buttonVariants()}>
          {t('schedule.show')}
        </Link>
      </DialogFooter>
    </div>
  );
}
