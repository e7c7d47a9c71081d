'use client';

import { Button, Callout, Panel } from '@tillgate/ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { allEventTypes } from '@/features/webhooks/event-types';
import { useTRPC } from '@/trpc/client';
import { type EndpointDraft, EndpointFields, settingsOf } from './endpoint-form.tsx';
import type { Endpoint } from './types.ts';

function draftOf(endpoint: Endpoint): EndpointDraft {
  return {
    url: endpoint.url,
    description: endpoint.description ?? '',
    events: allEventTypes.filter((type) => endpoint.events.includes(type)),
    concurrency: String(endpoint.concurrency),
    ratePerSecond: endpoint.ratePerSecond === null ? '' : String(endpoint.ratePerSecond),
  };
}

/** The settings of an endpoint. The form keeps what is typed while the page polls the health of the endpoint. */
export function EndpointSettings({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('endpoints.settings');
  const tenant = useTenant();
  const mayWrite = usePermission('endpoints.write');
  const [draft, setDraft] = useState(() => draftOf(endpoint));
  const save = useChange(
    useTRPC().endpoints.update.mutationOptions({
      onSuccess: ({ changed }) => toast.success(changed.length === 0 ? t('nothing') : t('saved')),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ ...tenant, endpointId: endpoint.endpointId, ...settingsOf(draft) });
  };
  return (
    <Panel className="max-w-2xl" title={t('title')} description={t('description')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <fieldset disabled={!mayWrite} className="contents">
          <EndpointFields
            draft={draft}
            onChange={setDraft}
            error={save.error}
            localUrl={endpoint.url.startsWith('http:') ? endpoint.url : undefined}
          />
          <FormError error={save.error} fields="any" />
          {draft.url.trim() !== endpoint.url && <Callout tone="neutral">{t('newUrl')}</Callout>}
          {mayWrite && (
            <Button type="submit" variant="primary" isPending={save.isPending} className="self-start">
              {t('save')}
            </Button>
          )}
        </fieldset>
      </form>
    </Panel>
  );
}
