'use client';

import { useMutation } from '@tanstack/react-query';
import { Dialog, Field, Select } from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { DialogForm } from '@/features/shell/dialog-form';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { allEventTypes, type EventType } from '@/features/webhooks/event-types';
import { useTRPC } from '@/trpc/client';
import type { Endpoint } from './types.ts';

/** Sends a sample event to this endpoint and opens its delivery. */
export function TestEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTranslations('endpoints.test');
  const trpc = useTRPC();
  const tenant = useTenant();
  const router = useRouter();
  const [type, setType] = useState<EventType>(allEventTypes[0]);
  const send = useMutation(
    trpc.endpoints.test.mutationOptions({
      onSuccess: ({ deliveryId }) => router.push(tenantPath(tenant, `developers/deliveries/${deliveryId}`)),
    }),
  );
  const submit = () => send.mutate({ ...tenant, endpointId: endpoint.endpointId, type });
  return (
    <Dialog onClose={onClose} title={t('title')} description={t('description')}>
      <DialogForm
        change={{ error: send.error, isPending: send.isPending || send.isSuccess }}
        submitLabel={t('submit')}
        onSubmit={submit}
        onClose={onClose}
      >
        <Field label={t('type')}>
          <Select
            value={type}
            onValueChange={(value) => setType(allEventTypes.find((known) => known === value) ?? allEventTypes[0])}
            options={allEventTypes.map((value) => ({ value, label: value }))}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
