'use client';

import { Button, Callout } from '@tillgate/ui';
import type { inferRouterOutputs } from '@trpc/server';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { SelectionBar } from '@/features/lists/selection';
import type { Selection } from '@/features/lists/use-selection';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { AppRouter } from '@/trpc/root';

export type ResendResults = inferRouterOutputs<AppRouter>['deliveries']['resendMany']['results'];

type Props = { selection: Selection; total: number; onDone(results: ResendResults): void };

/** Sends the chosen deliveries again, after one confirmation. */
export function ResendSelected({ selection, total, onDone }: Props) {
  const t = useTranslations('deliveries.bulk');
  const tenant = useTenant();
  const [isOpen, setOpen] = useState(false);
  const resend = useChange(useTRPC().deliveries.resendMany.mutationOptions());
  const { selected } = selection;
  if (selected.length === 0) return null;
  const confirm = async () => {
    const { results } = await resend.mutateAsync({ ...tenant, deliveryIds: selected });
    selection.clear();
    onDone(results);
  };
  return (
    <>
      <SelectionBar
        count={t('count', { count: selected.length })}
        all={t('all', { count: total })}
        clear={t('clear')}
        selection={selection}
        total={total}
      >
        <Button variant="primary" icon={<RotateCw aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('resend', { count: selected.length })}
        </Button>
      </SelectionBar>
      {isOpen && (
        <Confirmation
          title={t('title', { count: selected.length })}
          summary={t('summary')}
          confirmLabel={t('resend', { count: selected.length })}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const others = ['under_way', 'disabled', 'erased'] as const;

/** The result of sending selected deliveries again. */
export function ResendResult({ results }: { results: ResendResults }) {
  const t = useTranslations('deliveries.bulk');
  const countOf = (wanted: string) => results.filter(({ result }) => result === wanted).length;
  const queued = countOf('queued');
  return (
    <Callout
      role="status"
      tone={queued === results.length ? 'success' : 'warning'}
      title={t('queued', { count: queued, total: results.length })}
    >
      {others
        .filter((result) => countOf(result) > 0)
        .map((result) => (
          <p key={result}>{t(`not.${result}`, { count: countOf(result) })}</p>
        ))}
    </Callout>
  );
}
