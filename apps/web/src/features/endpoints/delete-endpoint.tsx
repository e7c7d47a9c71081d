'use client';

import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '@tillgate/ui';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl/react';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { messageOf } from '@/trpc/errors';
import type { Endpoint } from './types.ts';

/** Deletes an endpoint for ever, after its host was typed. */
export function DeleteEndpoint({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useTranslations('endpoints.delete');
  const trpc = useTRPC();
  const tenant = useTenant();
  const router = useRouter();
  const remove = useMutation(trpc.endpoints.delete.mutationOptions());
  const { host } = new URL(endpoint.url);
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
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
      errorText={messageOf}
    />
  );
}
