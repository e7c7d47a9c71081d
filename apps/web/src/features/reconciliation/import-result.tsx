'use client';

import { Callout, KeyValueList } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { formatNumber } from '@/format';
import type { Imported } from './types.ts';

/** The new lines of an import, and the results of matching. */
export function ImportResult({ imported }: { imported: Imported }) {
  const t = useTranslations('reconciliation.result');
  const { byReceipt, byEvidence, fees, opened, closed } = imported.matched;
  const found = opened.missingHere + opened.missingThere + opened.amountDiffered + opened.reversed;
  const count = found + imported.differing.count;
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4">
      <Callout
        role="status"
        tone={count > 0 ? 'warning' : 'success'}
        title={imported.isNew ? t('imported', { count: imported.lines.fresh }) : t('before')}
      >
        {count > 0 ? t('found', { count }) : t('agrees')}
      </Callout>
      <KeyValueList
        items={[
          { label: t('byReceipt'), value: formatNumber(byReceipt) },
          { label: t('byEvidence'), value: formatNumber(byEvidence) },
          { label: t('fees'), value: formatNumber(fees) },
          { label: t('missingHere'), value: formatNumber(opened.missingHere) },
          { label: t('missingThere'), value: formatNumber(opened.missingThere) },
          { label: t('amountDiffered'), value: formatNumber(opened.amountDiffered) },
          { label: t('duplicates'), value: formatNumber(imported.differing.count) },
          { label: t('reversed'), value: formatNumber(opened.reversed) },
          { label: t('closed'), value: formatNumber(closed) },
        ]}
      />
    </section>
  );
}
