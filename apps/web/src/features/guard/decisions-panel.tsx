'use client';

import { KeyValueList, Panel } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import { ModeBadge } from './mode-badge.tsx';
import type { DecisionAbout } from './types.ts';

/** What rules and lists said about one payment or payout. Nothing where they said nothing. Needs the texts of `guard`. */
export function DecisionsPanel({ decisions }: { decisions: readonly DecisionAbout[] }) {
  const t = useTranslations('guard');
  if (decisions.length === 0) return null;
  return (
    <Panel title={t('said')} contentClassName="py-1">
      <KeyValueList
        items={decisions.map(({ id, kind, mode, at }) => ({
          key: id,
          label: <Time value={at} format="dateTimeSeconds" />,
          value: (
            <span className="inline-flex flex-wrap items-center gap-2">
              {t(`kinds.${kind}`)}
              <ModeBadge mode={mode} />
            </span>
          ),
        }))}
      />
    </Panel>
  );
}
