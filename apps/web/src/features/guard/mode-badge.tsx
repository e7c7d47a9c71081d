'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { DecisionRow } from './types.ts';

const tones: Record<DecisionRow['mode'], Tone> = {
  watch: 'neutral',
  hold: 'warning',
  refuse: 'danger',
  allow: 'success',
};

/** What a rule or a list does. */
export function ModeBadge({ mode }: { mode: DecisionRow['mode'] }) {
  const t = useTranslations('guard');
  return <Badge tone={tones[mode]}>{t(`modes.${mode}`)}</Badge>;
}
