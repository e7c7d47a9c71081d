'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@tillgate/ui';
import { useState } from 'react';
import { useAddress } from '@/features/shell/use-address';
import { useTenant } from '@/features/shell/use-tenant';
import { formatPhone } from '@/format';
import { useTRPC } from '@/trpc/client';
import { type Earlier, PromptForm } from './prompt-form.tsx';
import { PromptProgress } from './prompt-progress.tsx';
import { SandboxHints } from './sandbox-hints.tsx';
import type { Collecting, PromptValues } from './types.ts';

const parameters = [
  /** The order that is watched: the page can be reloaded and come back to. */
  'order',
  /** An earlier payment to fill the form from … */
  'again',
  /** … or what is to stand in it. */
  'phone',
  'amount',
  'reference',
  'description',
] as const;
const nothing = { order: null, again: null, phone: null, amount: null, reference: null, description: null };

/** The form of a prompt, then how far it is. */
export function PromptTab({ rails }: Pick<Collecting, 'rails'>) {
  const [given, setGiven] = useAddress(parameters);
  const watch = (order: string) => setGiven({ ...nothing, order });
  if (given.order !== null) {
    // The network is chosen again: the phone may have been refused by it.
    const change = (values: PromptValues | undefined) => {
      const { rail: _, ...typed } = values ?? {};
      setGiven({ ...nothing, ...typed });
    };
    return <PromptProgress key={given.order} orderId={given.order} onSent={watch} onLeave={change} />;
  }
  if (given.again !== null) return <Again paymentId={given.again} rails={rails} onSent={watch} />;
  return <NewPrompt initial={valuesOf(given)} rails={rails} onSent={watch} />;
}

function valuesOf(given: { [Name in Exclude<keyof PromptValues, 'rail'>]: string | null }): PromptValues {
  const { phone, amount, reference, description } = given;
  return { phone: phone ?? '', amount: amount ?? '', reference: reference ?? '', description: description ?? '' };
}

/** The form, filled from an earlier payment; empty when the application has no such payment. */
function Again({ paymentId, rails, onSent }: { paymentId: string } & Pick<Props, 'rails' | 'onSent'>) {
  const trpc = useTRPC();
  const tenant = useTenant();
  const earlier = useQuery(trpc.collect.again.queryOptions({ ...tenant, paymentId }, { staleTime: 0 }));
  if (earlier.isPending) return <Skeleton className="block h-96 w-full max-w-xl" />;
  const { data } = earlier;
  if (!data) {
    const initial = { phone: '', amount: '', reference: '', description: '' };
    return <NewPrompt initial={initial} rails={rails} onSent={onSent} />;
  }
  const initial = {
    phone: data.phone ? formatPhone(data.phone) : '',
    amount: String(data.amount),
    reference: data.accountReference,
    description: data.description,
  };
  return <NewPrompt initial={initial} earlier={{ paymentId, status: data.status }} rails={rails} onSent={onSent} />;
}

type Props = Pick<Collecting, 'rails'> & { initial: PromptValues; earlier?: Earlier; onSent(orderId: string): void };

function NewPrompt({ initial, earlier, rails, onSent }: Props) {
  const { environment } = useTenant();
  const [values, setValues] = useState(initial);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,32rem)_minmax(0,1fr)]">
      <PromptForm values={values} rails={rails} onChange={setValues} earlier={earlier} onSent={onSent} />
      {environment === 'sandbox' && <SandboxHints onUse={(phone) => setValues((before) => ({ ...before, phone }))} />}
    </div>
  );
}
