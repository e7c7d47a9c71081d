'use client';

import { KeyValueList } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import type { Rule } from './types.ts';
import { useRuleText } from './use-rule-text.ts';

/** A rule before and after a change. Takes the input of a `guard_change` order. Needs the texts of `guard`. */
export function RuleChanges({ input }: { input: Record<string, unknown> }) {
  const t = useTranslations('guard');
  const textOf = useRuleText();
  // The domain has judged the input of every order.
  const [before, after] = [input.before as Rule, input.after as Rule | null];
  const line = (rule: Rule) => t('line', { mode: t(`modes.${rule.mode}`), rule: textOf(rule) });
  return (
    <KeyValueList
      items={[
        { label: t('before'), value: line(before) },
        { label: t('after'), value: after ? line(after) : t('removed') },
      ]}
    />
  );
}
