'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { Rule } from './types.ts';

const tones: Record<Rule['mode'], Tone> = { watch: 'neutral', hold: 'warning', refuse: 'danger' };

/** What a rule does. */
export function ModeBadge({ mode }: { mode: Rule['mode'] }) {
  const t = useTranslations('guard');
  return <Badge tone={tones[mode]}>{t(`modes.${mode}`)}</Badge>;
}
