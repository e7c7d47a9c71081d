import type { Grouping, MoneyReport } from './state.ts';
import type { Figures, MoneyData, Series, SeriesRow } from './types.ts';

export type FigureKind = 'money' | 'count' | 'share' | 'average';
export type Figure = { id: string; kind: FigureKind };

const figure = (kind: FigureKind, ...ids: string[]): Figure[] => ids.map((id) => ({ id, kind }));

const outcomes = [
  ...figure('count', 'succeeded', 'failed', 'pending'),
  ...figure('share', 'successRate'),
  ...figure('average', 'average'),
];

/** The columns of each report, in order. */
const columns: Record<MoneyReport, Figure[]> = {
  collections: [...figure('money', 'gross', 'refunded', 'net'), ...outcomes],
  payouts: [...figure('money', 'amount'), ...outcomes],
  settlement: [
    ...[...figure('money', 'collected'), ...figure('count', 'collectedCount')],
    ...[...figure('money', 'refunded'), ...figure('count', 'refundCount')],
    ...[...figure('money', 'paidOut'), ...figure('count', 'payoutCount')],
    ...figure('money', 'net'),
  ],
};

/** The one that is compared row by row. */
const mainOf: Record<MoneyReport, string> = { collections: 'net', payouts: 'amount', settlement: 'net' };

/** Only failures have reasons. */
export function figuresOf(report: MoneyReport, groupBy: Grouping): Figure[] {
  return columns[report].filter(({ id }) => groupBy !== 'reason' || id === 'failed');
}

function mainFigure(report: MoneyReport, groupBy: Grouping): Figure {
  const id = groupBy === 'reason' ? 'failed' : mainOf[report];
  return columns[report].find((each) => each.id === id) ?? { id, kind: 'count' };
}

/** Figures of a time, which begins and ends at these moments. */
export type Piece = { startsAt: string; endsAt: string; group: string | null; figures: Figures };
export type TableRow = Piece & {
  key: string;
  /** The hour, day, week or month: `2026-03-01`, `2026-03-01T14:00`. */
  label: string;
  /** The same place in the period before. */
  before: (Piece & { label: string }) | null;
};
export type Table = { figures: Figure[]; main: Figure; rows: TableRow[]; total: TableRow };

/** The table of a report. Rows are ordered by time, then by group; only groups by their sum. */
export function tableOf(report: MoneyReport, groupBy: Grouping, data: MoneyData): Table {
  const main = mainFigure(report, groupBy);
  const before = new Map(numbered(data.previous?.rows ?? []).map(({ place, row }) => [place, row]));
  const rows = numbered(data.current.rows).map(({ place, row }) => {
    const earlier = before.get(place);
    return {
      ...pieceOf(row),
      key: place,
      label: row.label,
      before: earlier ? { ...pieceOf(earlier), label: earlier.label } : null,
    };
  });
  const isByTime = groupBy === 'none' || report === 'settlement';
  const byTime = (a: TableRow, b: TableRow) =>
    a.startsAt.localeCompare(b.startsAt) || nameOf(a).localeCompare(nameOf(b));
  const bySize = (a: TableRow, b: TableRow) => Number(b.figures[main.id]) - Number(a.figures[main.id]);
  return {
    figures: figuresOf(report, groupBy),
    main,
    rows: rows.sort(isByTime ? byTime : bySize),
    total: totalOf(data),
  };
}

const nameOf = ({ group }: { group: string | null }) => group ?? '';

const pieceOf = (row: SeriesRow): Piece => ({
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  group: row.group,
  figures: row,
});

/** Names the place of each row: its group and its number within. Two periods have the same places. */
function numbered(rows: SeriesRow[]): { place: string; row: SeriesRow }[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const number = counts.get(nameOf(row)) ?? 0;
    counts.set(nameOf(row), number + 1);
    return { place: `${number} ${nameOf(row)}`, row };
  });
}

function totalOf({ current, previous }: MoneyData): TableRow {
  const whole = ({ startsAt, endsAt, total }: Series) => ({ startsAt, endsAt, group: null, figures: total, label: '' });
  return { ...whole(current), key: 'total', before: previous && whole(previous) };
}
