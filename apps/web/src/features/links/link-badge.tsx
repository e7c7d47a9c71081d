'use client';

import { Badge, type Tone } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { LinkRow } from './types.ts';

const tones: Record<LinkRow['status'], Tone> = { open: 'info', paid: 'success', ended: 'neutral' };

/** Whether anybody can pay on a link, and if not, why. */
export function LinkBadge({ status, endedBy }: Pick<LinkRow, 'status' | 'endedBy'>) {
  const t = useTranslations('links');
  return (
    <Badge tone={tones[status]} dot={status === 'open'}>
      {endedBy ? t(`endedBy.${endedBy}`) : t(`status.${status}`)}
    </Badge>
  );
}
