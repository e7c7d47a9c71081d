'use client';

import { Button, buttonVariants, Dialog } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { FormError } from '@/features/shell/form-error';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Endpoint } from './types.ts';

type Props = { endpoint: Endpoint; onClose: () => void };

/** Disables an endpoint: nothing is sent to it until it is enabled again. */
export function DisableEndpoint({ endpoint: { endpointId }, onClose }: Props) {
  const t = useTranslations('endpoints.disable');
  const tenant = useTenant();
  const disable = useChange(useTRPC().endpoints.disable.mutationOptions());
  return (
    <Confirmation
      title={t('title')}
      summary={t('summary')}
      tone="danger"
      confirmLabel={t('submit')}
      onConfirm={async () => {
        await disable.mutateAsync({ ...tenant, endpointId });
        toast.success(t('done'));
      }}
      onClose={onClose}
    />
  );
}

/** Enables an endpoint, and shows the deliveries that it missed. */
export function EnableEndpoint({ endpoint: { endpointId }, onClose }: Props) {
  const t = useTranslations('endpoints.enable');
  const tenant = useTenant();
  const enable = useChange(useTRPC().endpoints.enable.mutationOptions());
  const recovery = tenantPath(tenant, `developers/endpoints/${endpointId}?tab=recovery`);
  return (
    <Dialog
      onClose={onClose}
      title={enable.data ? t('title') : t('question')}
      footer={
        <>
          <Button onClick={onClose}>{enable.data ? t('close') : t('cancel')}</Button>
          {enable.data ? (
            <Link href={recovery} onClick={onClose} className={buttonVariants({ variant: 'primary' })}>
              {t('recover')}
            </Link>
          ) : (
            <Button
              variant="primary"
              isPending={enable.isPending}
              onClick={() => enable.mutate({ ...tenant, endpointId })}
            >
              {t('submit')}
            </Button>
          )}
        </>
      }
    >
      <FormError error={enable.error} />
      {enable.data ? <Missed {...enable.data} /> : <p className="text-sm">{t('summary')}</p>}
    </Dialog>
  );
}

function Missed({ disabledAt, cancelledDeliveries }: { disabledAt: string | null; cancelledDeliveries: number }) {
  const t = useTranslations('endpoints.enable');
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>{t('again')}</p>
      {disabledAt && (
        <p>
          {t('missedSince')} <Time value={disabledAt} />
        </p>
      )}
      {cancelledDeliveries > 0 && <p>{t('cancelled', { count: formatNumber(cancelledDeliveries) })}</p>}
    </div>
  );
}
