'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Checkbox, Dialog, Field, Select, Skeleton } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useActorName } from '@/features/actors/actor-name';
import { hourText } from '@/features/exports/hour-text';
import { DialogForm } from '@/features/shell/dialog-form';
import { LoadError } from '@/features/shell/load-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { DayMail } from './types.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));
const hourDefault = 7;
const readersMax = 20;

type Props = { query: UseQueryResult<DayMail, unknown>; onStop: () => void; onClose: () => void };

/** At which hour days are emailed, and to whom. */
export function DayMailDialog({ query, onStop, onClose }: Props) {
  const t = useTranslations('closing.mail');
  const { data } = query;
  return (
    <Dialog onClose={onClose} title={t('title')} description={t('description')}>
      {data && <DayMailForm mail={data} onStop={onStop} onClose={onClose} />}
      {!data && (query.isError ? <LoadError query={query} /> : <Skeleton className="h-48 w-full rounded-lg" />)}
    </Dialog>
  );
}

type FormProps = { mail: DayMail; onStop: () => void; onClose: () => void };

function DayMailForm({ mail: { setting, members }, onStop, onClose }: FormProps) {
  const t = useTranslations('closing.mail');
  const tenant = useTenant();
  const [hour, setHour] = useState(String(setting?.hour ?? hourDefault));
  const [userIds, setUserIds] = useState<readonly string[]>(setting?.userIds ?? []);
  const set = useChange(
    useTRPC().days.setMail.mutationOptions({
      onSuccess: () => {
        toast.success(t('saved', { hour: hourText(Number(hour)) }));
        onClose();
      },
    }),
  );
  return (
    <DialogForm
      change={set}
      submitLabel={t('save')}
      isIncomplete={userIds.length === 0 || userIds.length > readersMax}
      aside={
        setting && (
          <Button variant="ghost" className="sm:mr-auto" onClick={onStop}>
            {t('stop')}
          </Button>
        )
      }
      onSubmit={() => set.mutate({ ...tenant, hour: Number(hour), userIds: [...userIds] })}
      onClose={onClose}
    >
      <Field label={t('hour')} description={t('hourHelp')}>
        <Select value={hour} options={hours} onValueChange={setHour} />
      </Field>
      <Readers members={members} chosen={userIds} onChange={setUserIds} />
      {setting && <Standing setting={setting} />}
    </DialogForm>
  );
}

type ReadersProps = {
  members: DayMail['members'];
  chosen: readonly string[];
  onChange: (userIds: readonly string[]) => void;
};

function Readers({ members, chosen, onChange }: ReadersProps) {
  const t = useTranslations('closing.mail');
  const toggle = (userId: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, userId] : chosen.filter((each) => each !== userId));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" aria-describedby="day-mail-members">
      <legend className="mb-1.5 font-medium text-sm">{t('members')}</legend>
      <div className="flex max-h-60 flex-col gap-1 overflow-y-auto rounded-lg border p-3">
        {members.map(({ userId, name, email }) => (
          <div key={userId} className="flex min-h-9 items-center">
            <Checkbox
              label={name ?? email}
              description={name ? email : undefined}
              checked={chosen.includes(userId)}
              onCheckedChange={(isOn) => toggle(userId, isOn)}
            />
          </div>
        ))}
      </div>
      <p id="day-mail-members" className="text-muted-foreground text-xs">
        {t('membersHelp', { max: readersMax })}
      </p>
    </fieldset>
  );
}

function Standing({ setting: { nextAt, setBy } }: { setting: NonNullable<DayMail['setting']> }) {
  const t = useTranslations('closing.mail');
  const nameOf = useActorName();
  return (
    <p className="text-muted-foreground text-sm">
      {t('next')} <Time value={nextAt} />. {t('setBy', { name: nameOf(setBy) })}
    </p>
  );
}
