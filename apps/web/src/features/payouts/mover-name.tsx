'use client';

import { useTranslations } from 'use-intl/react';
import type { DisbursementRow } from './types.ts';

/** Returns the name to show for who requested a payout. */
export function useMoverName(): (mover: DisbursementRow['requestedBy']) => string {
  const t = useTranslations('payouts.movers');
  return (mover) => {
    switch (mover.kind) {
      case 'person':
        return mover.name ?? t('unknown');
      case 'key':
        return mover.name === null ? t('unknown') : t('key', { name: mover.name });
      case 'operator':
        return t('operator');
      default:
        return t('unknown');
    }
  };
}
