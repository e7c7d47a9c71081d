'use client';

import { useMutation } from '@tanstack/react-query';
import { Button, DropdownMenuItem } from '@tillgate/ui';
import { Ban, CopyPlus, RotateCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { MoreMenu } from '@/features/shell/more-menu';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useErrorToast } from '@/features/shell/use-message-of';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { Delivery } from './types.ts';

/** The actions on a delivery, for people with the permission. */
export function DeliveryActions({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('deliveries');
  const mayWrite = usePermission('endpoints.write');
  const [act, setAct] = useState<'sendAsNew' | 'cancel'>();
  const close = () => setAct(undefined);
  if (!mayWrite) return null;
  return (
    <>
      <Resend deliveryId={delivery.deliveryId} />
      <MoreMenu label={t('more')} inHeading>
        <DropdownMenuItem icon={<CopyPlus />} onSelect={() => setAct('sendAsNew')}>
          {t('sendAsNew.open')}
        </DropdownMenuItem>
        {delivery.status === 'due' && (
          <DropdownMenuItem icon={<Ban />} tone="danger" onSelect={() => setAct('cancel')}>
            {t('cancel.open')}
          </DropdownMenuItem>
        )}
      </MoreMenu>
      {act === 'sendAsNew' && <SendAsNew deliveryId={delivery.deliveryId} onClose={close} />}
      {act === 'cancel' && <CancelDelivery deliveryId={delivery.deliveryId} onClose={close} />}
    </>
  );
}

function Resend({ deliveryId }: { deliveryId: string }) {
  const t = useTranslations('deliveries.resend');
  const trpc = useTRPC();
  const tenant = useTenant();
  const resend = useChange(
    trpc.deliveries.resend.mutationOptions({
      onSuccess: ({ queued }) => (queued ? toast.success(t('queued')) : toast.info(t('already'))),
      onError: useErrorToast(),
    }),
  );
  return (
    <Button
      variant="primary"
      icon={<RotateCw />}
      isPending={resend.isPending}
      onClick={() => resend.mutate({ ...tenant, deliveryId })}
    >
      {t('submit')}
    </Button>
  );
}

type ActProps = { deliveryId: string; onClose: () => void };

function SendAsNew({ deliveryId, onClose }: ActProps) {
  const t = useTranslations('deliveries.sendAsNew');
  const trpc = useTRPC();
  const tenant = useTenant();
  const router = useRouter();
  const send = useMutation(trpc.deliveries.sendAsNew.mutationOptions());
  return (
    <Confirmation
      title={t('title')}
      summary={t('summary')}
      confirmLabel={t('submit')}
      onConfirm={async () => {
        const made = await send.mutateAsync({ ...tenant, deliveryId });
        toast.success(t('done'));
        router.push(tenantPath(tenant, `developers/deliveries/${made.deliveryId}`));
      }}
      onClose={onClose}
    />
  );
}

function CancelDelivery({ deliveryId, onClose }: ActProps) {
  const t = useTranslations('deliveries.cancel');
  const trpc = useTRPC();
  const tenant = useTenant();
  const cancel = useChange(trpc.deliveries.cancel.mutationOptions());
  return (
    <Confirmation
      title={t('title')}
      summary={t('summary')}
      tone="danger"
      confirmLabel={t('submit')}
      cancelLabel={t('back')}
      onConfirm={async () => {
        await cancel.mutateAsync({ ...tenant, deliveryId });
        toast.success(t('done'));
      }}
      onClose={onClose}
    />
  );
}
