'use client';

import { Button, Callout } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { toast } from '@/features/shell/toast';
import { useChange } from '@/features/shell/use-change';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { Time } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { Endpoint } from './types.ts';

/** During a rotation: when the next secret takes over, and a way to have it take over now. */
export function NextSecret({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('endpoints.activate');
  const mayWrite = usePermission('endpoints.write');
  const [asks, setAsks] = useState(false);
  const { nextSecretAt } = endpoint.health;
  if (nextSecretAt === null) return null;
  return (
    <Callout
      tone="info"
      title={t('waiting')}
      actions={mayWrite && <Button onClick={() => setAsks(true)}>{t('open')}</Button>}
    >
      {t('takesOver')} <Time value={nextSecretAt} />. {t('help')}
      {asks && <ActivateSecret endpointId={endpoint.endpointId} onClose={() => setAsks(false)} />}
    </Callout>
  );
}

function ActivateSecret({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const t = useTranslations('endpoints.activate');
  const tenant = useTenant();
  const activate = useChange(useTRPC().endpoints.activateSecret.mutationOptions());
  return (
    <Confirmation
      title={t('title')}
      summary={t('summary')}
      confirmLabel={t('submit')}
      onConfirm={async () => {
        await activate.mutateAsync({ ...tenant, endpointId });
        toast.success(t('done'));
      }}
      onClose={onClose}
    />
  );
}
