'use client';

import { cn } from '@tillgate/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { FigureLink } from './figure.tsx';
import { isOverTime, type MoneyReport, type ReportState } from './state.ts';
import type { Table, TableRow } from './table.ts';
import { useDifferenceText, useGroupText, useTimeWords } from './words.ts';

type Props = {
  state: ReportState & { report: MoneyReport };
  table: Table;
  titles: Record<string, string>;
};

const cell = 'whitespace-nowrap px-3 py-1.5 text-right';
const head = 'whitespace-nowrap px-3 py-2 font-medium text-muted-foreground text-xs';
const group = 'px-3 py-1.5 text-left';
/** Stays while the rest scrolls. */
const first = 'sticky left-0 z-10 bg-card text-left';

/** All figures of a report with their totals. It scrolls sideways where it does not fit; its first column stays. */
export function MoneyTable({ state, table, titles }: Props) {
  const t = useTranslations('reports');
  const { rangeText } = useTimeWords();
  const { figures, rows, total, main } = table;
  const hasTime = isOverTime(state);
  const hasGroup = state.groupBy !== 'none';
  const caption = t('table', { name: t(`names.${state.report}`), range: rangeText(state) });
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={caption}
      className="overflow-x-auto rounded-lg border bg-card"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b">
          <tr>
            {hasTime && (
              <th scope="col" className={cn(head, first)}>
                {t(`intervals.${state.interval}`)}
              </th>
            )}
            {hasGroup && (
              <th scope="col" className={cn(head, hasTime ? 'text-left' : first)}>
                {t(`groupNames.${state.groupBy}`)}
              </th>
            )}
            {figures.map(({ id }) => (
              <th key={id} scope="col" className={cn(head, 'text-right')}>
                {t(`columns.${id}`)}
              </th>
            ))}
            {total.before && (
              <>
                <th scope="col" className={cn(head, 'text-right')}>
                  {t('before', { figure: t(`columns.${main.id}`) })}
                </th>
                <th scope="col" className={cn(head, 'text-right')}>
                  {t('change')}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <Row key={row.key} state={state} table={table} titles={titles} row={row} />
          ))}
        </tbody>
        <tfoot className="border-t-2">
          <Row state={state} table={table} titles={titles} row={total} isTotal />
        </tfoot>
      </table>
    </section>
  );
}

type RowProps = Props & { row: TableRow; isTotal?: boolean };

function Row({ state, table: { figures, main, total }, titles, row, isTotal = false }: RowProps) {
  const t = useTranslations('reports');
  const { labelText } = useTimeWords();
  const groupText = useGroupText(state.groupBy, titles);
  const differenceText = useDifferenceText();
  const hasTime = isOverTime(state);
  const names = [
    ...(hasTime ? [labelText(row.label, state.interval)] : []),
    ...(state.groupBy === 'none' ? [] : [groupText(row.group)]),
  ];
  const where = isTotal ? t('total') : names.join(', ');
  const linkOf = (
    piece: TableRow | NonNullable<TableRow['before']>,
    figure: Table['main'],
    name: string,
  ): ReactNode => <FigureLink of={state} figure={figure} piece={{ ...piece, isTotal }} where={name} />;
  return (
    <tr className={cn(isTotal && 'font-semibold')}>
      {isTotal ? (
        <th scope="row" colSpan={names.length} className={cn(group, first, 'font-semibold')}>
          {t('total')}
        </th>
      ) : (
        names.map((name, index) => (
          <th key={name} scope="row" className={cn(group, index === 0 ? cn(first, 'font-medium') : 'font-normal')}>
            <span className={cn('block', hasTime && index === 0 ? 'whitespace-nowrap' : 'max-w-64 max-sm:max-w-36')}>
              {name}
            </span>
          </th>
        ))
      )}
      {figures.map((figure) => (
        <td key={figure.id} className={cn(cell, isZero(row, figure.id) && 'text-muted-foreground')}>
          {linkOf(row, figure, where)}
        </td>
      ))}
      {total.before && (
        <>
          <td className={cell}>
            {row.before ? linkOf(row.before, main, t('beforeWhere', { where })) : '—'}
            {row.before && hasTime && !isTotal && (
              <span className="block font-normal text-muted-foreground text-xs">
                {labelText(row.before.label, state.interval)}
              </span>
            )}
          </td>
          <td className={cn(cell, 'font-normal text-muted-foreground')}>
            {differenceText(main.kind, row.figures[main.id], row.before?.figures[main.id])}
          </td>
        </>
      )}
    </tr>
  );
}

const isZero = ({ figures }: TableRow, id: string) => Number(figures[id]) === 0;
