'use client';

import { Button, Callout, Field, Input, Panel, Select } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { momentOf } from '@/features/lists/days';
import { FormError } from '@/features/shell/form-error';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { Time, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Endpoint } from './types.ts';

const hourMs = 3_600_000;
const spans = { hour: 1, day: 24, threeDays: 72, week: 168, month: 720 } as const;
type Span = keyof typeof spans | 'custom';

type Props = { kind: 'failed' | 'missing'; endpoint: Endpoint };

/** Starts sending again: what failed since a time, or the events since a time that the endpoint has no delivery of. */
export function StartRecovery({ kind, endpoint }: Props) {
  const t = useTranslations('endpoints.recovery');
  const trpc = useTRPC();
  const tenant = useTenant();
  const { timeZone } = usePreferences();
  const [span, setSpan] = useState<Span>('day');
  const [custom, setCustom] = useState('');
  const verb = kind === 'failed' ? trpc.endpoints.recoverFailed : trpc.endpoints.replayMissing;
  const start = useChange(verb.mutationOptions());
  const since = span === 'custom' ? momentOf(custom, timeZone) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const from = span === 'custom' ? since : new Date(Date.now() - spans[span] * hourMs);
    if (from) start.mutate({ ...tenant, endpointId: endpoint.endpointId, since: from.toISOString() });
  };
  return (
    <Panel title={t(`${kind}.title`)}>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <p className="text-muted-foreground text-sm">{t(`${kind}.description`)}</p>
        <Field label={t('since')}>
          <Select
            value={span}
            onValueChange={(value) => setSpan(value as Span)}
            options={[...Object.keys(spans), 'custom'].map((value) => ({ value, label: t(`spans.${value}`) }))}
          />
        </Field>
        {span === 'custom' && (
          <Field label={t('moment')} description={timeZone === 'UTC' ? 'UTC' : 'EAT'}>
            <Input type="datetime-local" value={custom} onChange={(event) => setCustom(event.target.value)} />
          </Field>
        )}
        <FormError error={start.error} />
        {start.data && (
          <Callout tone="info" role="status">
            {start.data.started ? t('started') : t('running')} <Time value={start.data.since} />
          </Callout>
        )}
        <Button
          type="submit"
          isPending={start.isPending}
          disabled={endpoint.health.status === 'disabled' || (span === 'custom' && !since)}
          className="self-start"
        >
          {t(`${kind}.submit`)}
        </Button>
      </form>
    </Panel>
  );
}
