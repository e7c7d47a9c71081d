'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Link } from '@/features/shell/link';
import { tenantPath } from '@/features/shell/tenant';
import { usePermission } from '@/features/shell/use-permission';
import { useTenant } from '@/features/shell/use-tenant';
import { drillOf, drillPath } from './drill.ts';
import type { Grouping, MoneyReport } from './state.ts';
import type { Figure, Piece } from './table.ts';
import { figureText } from './words.ts';

type Props = {
  of: { report: MoneyReport; groupBy: Grouping };
  figure: Figure;
  piece: Piece & { isTotal?: boolean };
  /** The context of the figure, for screen readers. */
  where: string;
};

/** A figure, with a link to the rows behind it for people who may read them. */
export function FigureLink({ of, figure, piece, where }: Props): ReactNode {
  const t = useTranslations('reports');
  const tenant = useTenant();
  const mayRead = { payments: usePermission('payments.read'), payouts: usePermission('payouts.read') };
  const drill = drillOf(of, figure.id, piece);
  const text = figureText(figure.kind, piece.figures[figure.id]);
  if (!drill || !mayRead[drill.list]) return text;
  return (
    <Link
      href={tenantPath(tenant, drillPath(drill))}
      aria-label={t('drill', { figure: t(`columns.${figure.id}`), value: text, where })}
      className="rounded-sm underline decoration-border underline-offset-4 hover:text-link hover:decoration-current"
    >
      {text}
    </Link>
  );
}
