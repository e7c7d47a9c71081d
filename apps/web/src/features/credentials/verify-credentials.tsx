'use client';

import { useMutation } from '@tanstack/react-query';
import { Badge, Button, Panel, Spinner } from '@tillgate/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useOrder } from '@/features/orders/use-order';
import { FormError } from '@/features/shell/form-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import { type Check, checksOf } from './checks-of.ts';

const capabilities = ['token', 'prompt', 'initiator'] as const;
type Capability = (typeof capabilities)[number];

/** Tries the stored credentials with the provider. No money moves. */
export function VerifyCredentials({ hasInitiator }: { hasInitiator: boolean }) {
  const t = useTranslations('credentials.verify');
  return (
    <Panel title={t('title')} description={t('description')} contentClassName="flex flex-col gap-4">
      {capabilities.map((capability) => (
        <VerifyOne key={capability} capability={capability} isPossible={capability !== 'initiator' || hasInitiator} />
      ))}
    </Panel>
  );
}

function VerifyOne({ capability, isPossible }: { capability: Capability; isPossible: boolean }) {
  const t = useTranslations('credentials.verify');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [orderId, setOrderId] = useState<string>();
  const verify = useMutation(
    trpc.credentials.verify.mutationOptions({ onSuccess: (requested) => setOrderId(requested.orderId) }),
  );
  const { order, isSettled, error } = useOrder(orderId);
  const isWaiting = verify.isPending || (orderId !== undefined && !isSettled && !error);
  const name = t(`capabilities.${capability}.name`);
  return (
    <section aria-label={name} className="flex flex-col gap-2 border-b pb-4 last:border-b-0 last:pb-0">
      <div className="flex flex-col items-start gap-3">
        <div className="min-w-0">
          <h3 className="font-medium text-sm">{name}</h3>
          <p className="text-muted-foreground text-xs">
            {isPossible ? t(`capabilities.${capability}.help`) : t('noInitiator')}
          </p>
        </div>
        <Button
          disabled={!isPossible || isWaiting}
          onClick={() => verify.mutate({ ...tenant, capability, requestKey: crypto.randomUUID() })}
        >
          {t(`capabilities.${capability}.submit`)}
        </Button>
      </div>
      <FormError error={verify.error ?? error} />
      <div aria-live="polite" className="flex flex-col gap-2 empty:-mt-2">
        {isWaiting && (
          <p className="flex items-center gap-2 text-muted-foreground text-sm">
            <Spinner /> {t('asking')}
          </p>
        )}
        {isSettled && order && <Outcome checks={checksOf(order)} />}
      </div>
    </section>
  );
}

function Outcome({ checks }: { checks: Check[] }) {
  const t = useTranslations('credentials.verify');
  return (
    <ul className="flex flex-col gap-1.5">
      {checks.map(({ capability, ok, detail }) => (
        <li key={capability} className="flex items-start gap-2 text-sm">
          <Badge tone={ok ? 'success' : 'danger'}>{ok ? t('works') : t('refused')}</Badge>
          <span className="min-w-0">{detail}</span>
        </li>
      ))}
    </ul>
  );
}
