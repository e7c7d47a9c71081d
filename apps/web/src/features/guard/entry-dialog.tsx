'use client';

import { Field, Input, RadioGroup } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { EntryRow } from './types.ts';
import { useSaidSaved } from './use-said-saved.ts';

/** The end of a day in Kenya, as a moment. */
const endOfDay = (day: string) => new Date(Date.parse(`${day}T00:00:00+03:00`) + 86_400_000).toISOString();

/** The form that puts a phone on a list. */
export function EntryDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('guard.entries');
  const tenant = useTenant();
  const add = useChange(useTRPC().guard.addEntry.mutationOptions({ onSuccess: useSaidSaved('entries.saved') }));
  const [draft, setDraft] = useState({ phone: '', list: 'block' as EntryRow['list'], day: '', reason: '' });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const { phone, list, day, reason } = draft;
  return (
    <Confirmation
      title={t('dialog.title')}
      summary={t('dialog.summary')}
      confirmLabel={t('dialog.save')}
      isIncomplete={phone.trim() === '' || reason.trim() === ''}
      onConfirm={() => add.mutateAsync({ ...tenant, phone, list, until: day === '' ? null : endOfDay(day), reason })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('dialog.phone')} required>
          <Input
            type="tel"
            autoComplete="off"
            value={phone}
            onChange={({ target }) => change({ phone: target.value })}
          />
        </Field>
        <RadioGroup
          label={t('columns.list')}
          value={list}
          onValueChange={(value) => change({ list: value as EntryRow['list'] })}
          options={(['block', 'allow'] as const).map((each) => ({
            value: each,
            label: t(`lists.${each}`),
            description: t(`listsMore.${each}`),
          }))}
        />
        <Field label={t('dialog.until')} description={t('dialog.untilMore')}>
          <Input type="date" value={day} onChange={({ target }) => change({ day: target.value })} />
        </Field>
        <Field label={t('columns.reason')} description={t('dialog.reasonMore')} required>
          <Input autoComplete="off" value={reason} onChange={({ target }) => change({ reason: target.value })} />
        </Field>
      </div>
    </Confirmation>
  );
}
