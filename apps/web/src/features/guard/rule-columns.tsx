'use client';

import { Button, type DataTableColumn } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { Time } from '@/format';
import { ModeBadge } from './mode-badge.tsx';
import type { RuleRow } from './types.ts';
import { useRuleText } from './use-rule-text.ts';

type Options = { mayWrite: boolean; onAct: (what: 'change' | 'remove', rule: RuleRow) => void };

export function useRuleColumns({ mayWrite, onAct }: Options): DataTableColumn<RuleRow>[] {
  const t = useTranslations('guard');
  const textOf = useRuleText();
  const hits = ({ value, more }: RuleRow['day']) =>
    more ? t('moreThan', { count: value }) : t('hits', { count: value });
  const within = (name: 'day' | 'month', count: RuleRow['day']) => (
    <span>
      {/* A phone shows no headers; screen readers have them. */}
      <span aria-hidden="true" className="sm:hidden">
        {t(`list.${name}`)}:{' '}
      </span>
      {hits(count)}
    </span>
  );
  return [
    {
      id: 'rule',
      header: t('list.rule'),
      isLong: true,
      phone: 'start',
      cell: (rule) => (
        <span className="flex flex-col">
          <span className="font-medium">{t(`kinds.${rule.kind}`)}</span>
          <span className="font-normal text-muted-foreground text-sm">{textOf(rule)}</span>
        </span>
      ),
    },
    { id: 'mode', header: t('list.mode'), phone: 'end', cell: ({ mode }) => <ModeBadge mode={mode} /> },
    { id: 'day', header: t('list.day'), align: 'right', phone: 'below', cell: ({ day }) => within('day', day) },
    {
      id: 'month',
      header: t('list.month'),
      align: 'right',
      phone: 'below',
      cell: ({ month }) => within('month', month),
    },
    {
      id: 'added',
      header: t('list.added'),
      hideBelow: 'lg',
      phone: 'hidden',
      cell: ({ addedAt }) => <Time value={addedAt} className="text-muted-foreground" />,
    },
    ...(mayWrite
      ? [
          {
            id: 'actions',
            header: <span className="sr-only">{t('list.actions')}</span>,
            align: 'right' as const,
            phone: 'foot' as const,
            cell: (rule: RuleRow) => (
              <span className="flex justify-end gap-2">
                <Button size="sm" onClick={() => onAct('change', rule)}>
                  {t('change')}
                </Button>
                <Button size="sm" variant="danger-outline" onClick={() => onAct('remove', rule)}>
                  {t('remove')}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];
}
