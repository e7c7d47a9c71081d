'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, Dialog, DialogContent, DialogFooter, Field, Select } from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormError } from '@/features/shell/form-error';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { type EventType, eventTypes } from '@/features/webhooks/event-types';
import { useTRPC } from '@/trpc/client';
import type { Endpoint } from './types.ts';

/** Sends a sample event to this endpoint and opens what becomes of it. */
export function TestEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTranslations('endpoints.test');
  const trpc = useTRPC();
  const tenant = useTenant();
  const router = useRouter();
  const [type, setType] = useState<EventType>(eventTypes[0]);
  const send = useMutation(
    trpc.endpoints.test.mutationOptions({
      onSuccess: ({ deliveryId }) => router.push(tenantPath(tenant, `developers/deliveries/${deliveryId}`)),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate({ ...tenant, endpointId: endpoint.endpointId, type });
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={t('title')} description={t('description')}>
        <form onSubmit={submit} className="flex flex-col gap-4">
          <Field label={t('type')}>
            <Select
              value={type}
              onValueChange={(value) => setType(eventTypes.find((known) => known === value) ?? eventTypes[0])}
              options={eventTypes.map((value) => ({ value, label: value }))}
            />
          </Field>
          <FormError error={send.error} />
          <DialogFooter>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="submit" variant="primary" isPending={send.isPending || send.isSuccess}>
              {t('submit')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
