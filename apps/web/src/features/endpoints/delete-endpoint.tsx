'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useProven } from '@/features/shell/reauthentication';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { Endpoint } from './types.ts';

/** Deletes an endpoint for ever, after its host was typed. */
export function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTranslations('endpoints.delete');
  const trpc = useTRPC();
  const tenant = useTenant();
  const router = useRouter();
  const proven = useProven();
  const remove = useMutation(proven(trpc.endpoints.delete.mutationOptions()));
  const { host } = new URL(endpoint.url);
  return (
    <Confirmation
      title={t('title')}
      summary={t('summary')}
      tone="danger"
      confirmLabel={t('submit')}
      phrase={{ text: host, label: t('phrase', { host }) }}
      onConfirm={async () => {
        await remove.mutateAsync({ ...tenant, endpointId: endpoint.endpointId });
        toast.success(t('done'));
        router.push(tenantPath(tenant, 'developers/endpoints'));
      }}
      onClose={onClose}
    />
  );
}
