'use client';

import { railLabel } from '@tillgate/domain/rails/labels';
import { cn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import { useFrame } from './frame-context.tsx';

const dots = { answering: 'bg-success', slow: 'bg-warning', silent: 'bg-danger', unknown: 'bg-muted-foreground' };

/** In the rail of every page: whether each network answers, and since when not. */
export function ProviderLine() {
  const t = useTranslations('shell.provider.line');
  const { providers } = useFrame();
  const lines = providers.map(({ rail, state, since }) => {
    const isTroubled = state === 'slow' || state === 'silent';
    const weight = isTroubled ? 'font-medium' : 'text-muted-foreground';
    const values = { network: railLabel(rail), time: () => since && <Time value={since} format="time" /> };
    return (
      <p key={rail} className={cn('flex items-start gap-2 text-xs', weight)}>
        <span aria-hidden="true" className={cn('mt-1 size-2 shrink-0 rounded-full', dots[state])} />
        <span>{t.rich(state, values)}</span>
      </p>
    );
  });
  return <div className="flex flex-col gap-3 border-t px-5 py-3 empty:hidden">{lines}</div>;
}
