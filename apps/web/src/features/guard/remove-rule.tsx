'use client';

import { useTranslations } from 'use-intl/react';
import { Confirmation } from '@/features/shell/confirmation';
import { useChange } from '@/features/shell/use-change';
import { useTenant } from '@/features/shell/use-tenant';
import { useTRPC } from '@/trpc/client';
import type { RuleRow } from './types.ts';
import { useRuleText } from './use-rule-text.ts';
import { useSaidSaved } from './use-said-saved.ts';

/** Asks once more before a rule goes. */
export function RemoveRule({ rule, onClose }: { rule: RuleRow; onClose: () => void }) {
  const t = useTranslations('guard');
  const tenant = useTenant();
  const textOf = useRuleText();
  const remove = useChange(useTRPC().guard.remove.mutationOptions({ onSuccess: useSaidSaved() }));
  return (
    <Confirmation
      title={t('dialog.remove')}
      summary={t('dialog.removeMore', { rule: textOf(rule) })}
      tone="danger"
      confirmLabel={t('remove')}
      onConfirm={() => remove.mutateAsync({ ...tenant, ruleId: rule.id })}
      onClose={onClose}
    />
  );
}
