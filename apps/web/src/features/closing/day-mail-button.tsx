'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@tillgate/ui';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { hourText } from '@/features/exports/hour-text';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { DayMailDialog } from './day-mail-dialog.tsx';
import { StopDayMail } from './stop-day-mail.tsx';

/** Shows whether and at which hour days are emailed, and opens the setting. For people who may sign off days. */
export function DayMailButton() {
  const t = useTranslations('closing.mail');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [open, setOpen] = useState<'set' | 'stop'>();
  const close = () => setOpen(undefined);
  const query = useQuery(trpc.days.mail.queryOptions(tenant));
  const setting = query.data?.setting;
  return (
    <>
      <Button onClick={() => setOpen('set')}>
        <Mail aria-hidden="true" />
        {setting ? t('openAt', { hour: hourText(setting.hour) }) : t('open')}
      </Button>
      {open === 'set' && <DayMailDialog query={query} onStop={() => setOpen('stop')} onClose={close} />}
      {open === 'stop' && <StopDayMail onClose={close} />}
    </>
  );
}
