'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { DayRow } from './types.ts';

const tones: Record<DayRow['state'], Tone> = {
  running: 'info',
  open: 'neutral',
  signed: 'success',
  changed: 'warning',
};

export function StateBadge({ state }: { state: DayRow['state'] }) {
  const t = useTranslations('closing.states');
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}
