'use client';

import type { WarningCode } from '@tillgate/domain/batches';
import { Button, Callout, Panel, type Tone } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, Time } from '@/format';
import type { RowView } from './batch-rows.tsx';
import type { BatchDetail } from './types.ts';

type Props = { batch: BatchDetail; onShow: (view: RowView) => void };
type Found = { key: string; tone: Tone; title: ReactNode; more?: ReactNode; view?: RowView };

/** What the checks found about the list, the gravest first. */
export function Findings({ batch, onShow }: Props) {
  const t = useTranslations('batches.found');
  const found = useFound(batch);
  return (
    <Panel title={t('title')} contentClassName="flex flex-col gap-2">
      {found.length === 0 && <p className="text-muted-foreground text-sm">{t('nothing')}</p>}
      {found.map(({ key, tone, title, more, view }) => (
        <Callout
          key={key}
          tone={tone}
          title={title}
          actions={
            view && (
              <Button size="sm" onClick={() => onShow(view)}>
                {t('show')}
              </Button>
            )
          }
        >
          {more}
        </Callout>
      ))}
    </Panel>
  );
}

function useFound(batch: BatchDetail): Found[] {
  const t = useTranslations('batches.found');
  const same = useSameList(batch);
  const { findings, counts, found } = batch;
  const { duplicates, limits, others } = found;
  const rowsWith = (code: WarningCode) => findings?.warnings[code] ?? 0;
  const perDay = findings?.limits.find(({ limit }) => limit === 'per_day');
  const codes = (['payee_changed', 'name_different'] as const).filter((code) => rowsWith(code) > 0);
  const graves = codes.map(
    (code): Found => ({
      key: code,
      tone: 'danger',
      title: t(code, { count: rowsWith(code) }),
      more: t(`${code}More`),
      view: 'look',
    }),
  );
  const first = rowsWith('payee_first');
  const all: (Found | false | undefined)[] = [
    ...graves,
    same,
    duplicates > 0 && {
      key: 'duplicates',
      tone: 'warning',
      title: t('duplicates', { count: duplicates }),
      more: t('duplicatesMore'),
      view: 'look',
    },
    perDay && {
      key: 'perDay',
      tone: 'warning',
      title: t('perDay'),
      more: t('perDayMore', { max: formatMoney(perDay.max), used: formatMoney(perDay.used) }),
    },
    limits > 0 && {
      key: 'limits',
      tone: 'warning',
      title: t('limits', { count: limits }),
      more: t('limitsMore'),
      view: 'look',
    },
    others > 0 && { key: 'others', tone: 'warning', title: t('others', { count: others }), view: 'look' },
    counts.refused > 0 && {
      key: 'refused',
      tone: 'warning',
      title: t('refused', { count: counts.refused }),
      more: t('refusedMore'),
      view: 'refused',
    },
    first > 0 && {
      key: 'first',
      tone: 'info',
      title: t('first', { count: first, amount: formatMoney(findings?.firstAmount ?? 0) }),
    },
  ];
  return all.flatMap((each) => each || []);
}

function useSameList({ findings }: BatchDetail): Found | undefined {
  const t = useTranslations('batches.found');
  const tenant = useTenant();
  const same = findings?.sameList;
  if (!same) return undefined;
  return {
    key: 'sameList',
    tone: 'danger',
    title: t('sameList'),
    more: t.rich('sameListMore', {
      batch: () => (
        <Link href={tenantPath(tenant, `batches/${same.batchId}`)} className="font-medium text-link underline">
          {same.name}
        </Link>
      ),
      time: () => <Time value={same.createdAt} />,
    }),
  };
}
