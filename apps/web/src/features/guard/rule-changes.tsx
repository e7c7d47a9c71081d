'use client';

import { KeyValueList } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { timeText, usePreferences } from '@/format';
import type { ListedPhone, Rule } from './types.ts';
import { useRuleText } from './use-rule-text.ts';

type Side = Rule | ListedPhone | null;

/** A rule, or a phone on a list, before and after a change. Takes the input of a `guard_change` order. Needs the texts of `guard`. */
export function RuleChanges({ input }: { input: Record<string, unknown> }) {
  const t = useTranslations('guard');
  const textOf = useRuleText();
  const preferences = usePreferences();
  // The domain has judged the input of every order.
  const [before, after] = [input.before as Side, input.after as Side];
  const line = (side: Rule | ListedPhone) => {
    if (side.kind !== 'list') return t('line', { mode: t(`modes.${side.mode}`), rule: textOf(side) });
    const { list, until, reason } = side;
    const end = until === null ? 'none' : timeText(until, 'dateTime', preferences);
    return t('entries.line', { list: t(`entries.lists.${list}`), until: end, reason });
  };
  const isOfList = (before ?? after)?.kind === 'list';
  return (
    <KeyValueList
      items={[
        { label: t('before'), value: before ? line(before) : t('entries.notListed') },
        { label: t('after'), value: after ? line(after) : t(isOfList ? 'entries.notListed' : 'removed') },
      ]}
    />
  );
}
