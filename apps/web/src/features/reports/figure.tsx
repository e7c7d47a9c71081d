'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { DrillLink } from '@/features/lists/drill-link';
import { drillOf } from './drill.ts';
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

/** A figure of a report, with a link to the rows behind it. */
export function FigureLink({ of, figure, piece, where }: Props): ReactNode {
  const t = useTranslations('reports');
  const text = figureText(figure.kind, piece.figures[figure.id]);
  return (
    <DrillLink
      drill={drillOf(of, figure.id, piece)}
      label={t('drill', { figure: t(`columns.${figure.id}`), value: text, where })}
    >
      {text}
    </DrillLink>
  );
}
