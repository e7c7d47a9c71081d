import type { Report, ReportRow, ReportSeries } from '@tillgate/domain/reading/reports';
import { builder, type Types } from '../builder.ts';
import { BucketRef, groupDescription, PeriodRef, paid, ReportRef, seriesDescriptions } from './report.ts';

type FiguresRef<Figures> = PothosSchemaTypes.InterfaceRef<PothosSchemaTypes.ExtendDefaultTypes<Types>, Figures>;

/** The object types of one report; all show the same figures. */
export function reportTypes<Figures extends object>(name: string, description: string, figures: FiguresRef<Figures>) {
  const total = builder.objectRef<Figures>(`${name}Total`);
  total.implement({ description: `${description} The totals of a whole period.`, interfaces: [figures] });
  const group = builder.objectRef<Figures & { group: string | null }>(`${name}Group`);
  group.implement({
    description: `${description} The totals of one group over a whole period.`,
    interfaces: [figures],
    fields: (t) => ({
      group: t.string({ nullable: true, description: groupDescription, resolve: (row) => row.group }),
    }),
  });
  const row = builder.objectRef<ReportRow<Figures>>(`${name}Row`);
  row.implement({
    description: `${description} The totals of one interval, and of one group if the report is grouped.`,
    interfaces: [figures, BucketRef],
  });
  const series = builder.objectRef<ReportSeries<Figures>>(`${name}Period`);
  series.implement({
    description: `${description} One period of the report.`,
    interfaces: [PeriodRef],
    fields: (t) => ({
      total: t.field({
        ...paid,
        type: total,
        description: seriesDescriptions.total,
        // TypeScript cannot tell that figures of any kind are no list.
        resolve: (period) => period.total as never,
      }),
      groups: t.field({
        ...paid,
        type: [group],
        description: seriesDescriptions.groups,
        resolve: (period) => period.groups,
      }),
      rows: t.field({ ...paid, type: [row], description: seriesDescriptions.rows, resolve: (period) => period.rows }),
    }),
  });
  const report = builder.objectRef<Report<Figures>>(`${name}Report`);
  report.implement({
    description,
    interfaces: [ReportRef],
    fields: (t) => ({
      current: t.field({ type: series, description: seriesDescriptions.current, resolve: ({ current }) => current }),
      previous: t.field({
        ...paid,
        type: series,
        nullable: true,
        description: seriesDescriptions.previous,
        resolve: ({ previous }) => previous,
      }),
    }),
  });
  return { report };
}

/** KES with two decimals. */
export function moneyText(amount: number | null): string | null {
  return amount === null ? null : amount.toFixed(2);
}
