'use client';

import { useMutation } from '@tanstack/react-query';
import { Badge, Button, Panel, Spinner } from '@tillgate/ui';
import type { inferRouterInputs } from '@trpc/server';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useOrder } from '@/features/orders/use-order';
import { FormError } from '@/features/shell/form-error';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { AppRouter } from '@/trpc/root';
import { type Check, checksOf } from './checks-of.ts';

type Asked = inferRouterInputs<AppRouter>['credentials']['verify'];

/** One thing that can be tried, in words. */
export type VerifyStep = Pick<Asked, 'capability' | 'rail'> & {
  isPossible: boolean;
  name: string;
  help: string | undefined;
  submit: string;
};

type Props = { title: string; description: string; asking: string; steps: readonly VerifyStep[]; as?: 'h2' | 'h3' };

/** Tries the stored credentials with the network. No money moves. */
export function VerifyCredentials({ title, description, asking, steps, as }: Props) {
  return (
    <Panel as={as} title={title} description={description} contentClassName="flex flex-col gap-4">
      {steps.map((step) => (
        <VerifyOne key={step.capability} asking={asking} step={step} />
      ))}
    </Panel>
  );
}

function VerifyOne({ asking, step }: { asking: string; step: VerifyStep }) {
  const { capability, rail, isPossible, name, help, submit } = step;
  const trpc = useTRPC();
  const tenant = useTenant();
  const [orderId, setOrderId] = useState<string>();
  const verify = useMutation(
    trpc.credentials.verify.mutationOptions({ onSuccess: (requested) => setOrderId(requested.orderId) }),
  );
  const { order, isSettled, error } = useOrder(orderId);
  const isWaiting = verify.isPending || (orderId !== undefined && !isSettled && !error);
  return (
    <section aria-label={name} className="flex flex-col gap-2 border-b pb-4 last:border-b-0 last:pb-0">
      <div className="flex flex-col items-start gap-3">
        <div className="min-w-0">
          <h3 className="font-medium text-sm">{name}</h3>
          <p className="text-muted-foreground text-xs">{help}</p>
        </div>
        <Button
          disabled={!isPossible || isWaiting}
          onClick={() =>
            verify.mutate({ ...tenant, capability, ...(rail && { rail }), requestKey: crypto.randomUUID() })
          }
        >
          {submit}
        </Button>
      </div>
      <FormError error={verify.error ?? error} />
      <div aria-live="polite" className="flex flex-col gap-2 empty:-mt-2">
        {isWaiting && (
          <p className="flex items-center gap-2 text-muted-foreground text-sm">
            <Spinner /> {asking}
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
