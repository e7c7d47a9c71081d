'use client';

import { Callout, KeyValueList } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { centsText } from '@/features/money/cents';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { usePreferences } from '@/format';
import { dayName } from '@/format/day-name';
import { useTRPC } from '@/trpc/client';
import type { DayDetail } from './types.ts';

const noteMax = 1000;

/** Vouches for what the person saw when the dialog opened. Other figures are refused. */
export function SignOffDialog({ day: current, onClose }: { day: DayDetail; onClose: () => void }) {
  const t = useTranslations('closing');
  const tenant = useTenant();
  const { locale } = usePreferences();
  const [day] = useState(current);
  const signOff = useChange(useTRPC().days.signOff.mutationOptions());
  const { figures, openPoints } = day;
  return (
    <Confirmation
      title={t('sign.title', { day: dayName(day.day, locale) })}
      summary={t('sign.summary')}
      confirmLabel={t('sign.confirm')}
      reason={{
        label: t('sign.note'),
        description: openPoints > 0 ? t('sign.noteNeeded') : undefined,
        required: openPoints > 0,
        maxLength: noteMax,
      }}
      onConfirm={async ({ reason }) => {
        await signOff.mutateAsync({ ...tenant, day: day.day, note: reason, seen: day.fingerprint });
      }}
      onClose={onClose}
    >
      {openPoints > 0 && <Callout tone="warning" title={t('exceptions.count', { count: openPoints })} />}
      <KeyValueList
        items={[
          { label: t('figures.collected'), value: centsText(figures.collected) },
          { label: t('figures.refunded'), value: centsText(figures.refunded) },
          { label: t('figures.net'), value: centsText(figures.net) },
          { label: t('figures.paidOut'), value: centsText(figures.paidOut) },
        ]}
      />
    </Confirmation>
  );
}
