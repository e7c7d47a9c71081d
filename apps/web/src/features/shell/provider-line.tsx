'use client';

import { cn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import { useFrame } from './frame-context.tsx';

const dots = { answering: 'bg-success', slow: 'bg-warning', silent: 'bg-danger', unknown: 'bg-muted-foreground' };

/** In the rail of every page: whether the provider answers, and since when not. */
export function ProviderLine() {
  const t = useTranslations('shell.provider.line');
  const { provider } = useFrame();
  if (!provider) return null;
  const { state, since } = provider;
  const isTroubled = state === 'slow' || state === 'silent';
  return (
    <p className={cn('flex items-start gap-2 px-5 py-2 text-xs', isTroubled ? 'font-medium' : 'text-muted-foreground')}>
      <span aria-hidden="true" className={cn('mt-1 size-2 shrink-0 rounded-full', dots[state])} />
      <span>{t.rich(state, { time: () => since && <Time value={since} format="time" /> })}</span>
    </p>
  );
}
