'use client';

import { useMutation } from '@tanstack/react-query';
import { Badge, Button, buttonVariants, Callout, Card, CardContent, CardHeader } from '@tillgate/ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { OrderProgress } from '@/features/orders/order-progress';
import { newRequestKey } from '@/features/orders/request-key';
import { useOrder } from '@/features/orders/use-order';
import { Confirmation } from '@/features/shell/confirmation';
import { Link } from '@/features/shell/link';
import { useProven } from '@/features/shell/reauthentication';
import { tenantPath } from '@/features/shell/tenant';
import { useRefresh } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { OfflineState } from './types.ts';

/** Whether the provider announces offline payments to us, with a button to register for them. */
export function Registration({ state: { account, registration } }: { state: OfflineState }) {
  const t = useTranslations('offline.registration');
  const mayWrite = usePermission('offline.write');
  const [isAsking, setAsking] = useState(false);
  const [orderId, setOrderId] = useState<string>();
  const number = account?.tillNumber ?? account?.shortcode ?? '';
  return (
    <Card>
      <CardHeader
        title={t('title')}
        description={account ? t(`of.${account.product}`, { number }) : undefined}
        actions={
          <Badge tone={registration ? 'success' : 'neutral'}>
            {registration ? t('registered') : t('notRegistered')}
          </Badge>
        }
      />
      <CardContent className="flex flex-col items-start gap-3 text-sm">
        {account ? <p>{registration ? t('explainRegistered') : t('explain')}</p> : <NoCredentials />}
        {registration && <Registered registration={registration} />}
        {account && mayWrite && (
          <Button variant={registration ? 'secondary' : 'primary'} onClick={() => setAsking(true)}>
            {registration ? t('again') : t('register')}
          </Button>
        )}
        {orderId && <Following orderId={orderId} />}
      </CardContent>
      {isAsking && <Confirm onSent={setOrderId} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function NoCredentials() {
  const t = useTranslations('offline.registration');
  const tenant = useTenant();
  const maySeeCredentials = usePermission('credentials.read');
  return (
    <>
      <p>{t('noCredentials')}</p>
      {maySeeCredentials && (
        <Link href={tenantPath(tenant, 'settings/credentials')} className={buttonVariants()}>
          {t('openCredentials')}
        </Link>
      )}
    </>
  );
}

type RegisteredProps = { registration: NonNullable<OfflineState['registration']> };

/** When it was registered, and whether another address has replaced ours. */
function Registered({ registration: { registeredAt, responseDescription, isTakenOver } }: RegisteredProps) {
  const t = useTranslations('offline.registration');
  return (
    <>
      <p className="text-muted-foreground">
        {t('since')} <Time value={registeredAt} />
        {responseDescription && ` · ${responseDescription}`}
      </p>
      {isTakenOver && <Callout tone="warning">{t('takenOver')}</Callout>}
    </>
  );
}

/** Follows the order, and loads the page's data again when the provider has answered. */
function Following({ orderId }: { orderId: string }) {
  const t = useTranslations('offline.registration');
  const refresh = useRefresh();
  const { isSettled } = useOrder(orderId);
  useEffect(() => {
    if (isSettled) void refresh();
  }, [isSettled, refresh]);
  return (
    <OrderProgress orderId={orderId} className="w-full">
      {() => <Callout tone="success">{t('done')}</Callout>}
    </OrderProgress>
  );
}

function Confirm({ onSent, onClose }: { onSent: (orderId: string) => void; onClose: () => void }) {
  const t = useTranslations('offline.registration');
  const tenant = useTenant();
  const [requestKey] = useState(newRequestKey);
  const register = useMutation(useProven()(useTRPC().offline.register.mutationOptions()));
  return (
    <Confirmation
      title={t('confirmTitle')}
      summary={t('confirmSummary')}
      confirmLabel={t('confirm')}
      onConfirm={async () => {
        const { orderId } = await register.mutateAsync({ ...tenant, requestKey });
        onSent(orderId);
      }}
      onClose={onClose}
    />
  );
}
