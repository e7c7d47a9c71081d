import { range, tickStep } from 'd3-array';
import { type ChartProps, type ChartRow, type ChartSeries, figureOf } from './series.ts';

/** Where things stand in a drawing, in px from its top left corner. */
export interface Layout {
  width: number;
  height: number;
  /** The edges of the plot, inside of the labels. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The room of one row of the data. */
  step: number;
  /** The middle of a row. */
  x: (index: number) => number;
  y: (value: number) => number;
  ticks: Label[];
  labels: Label[];
}

/** A text at an axis. `at` is where it stands, `of` what it belongs to. */
export interface Label {
  text: string;
  at: number;
  of: number;
}

/** The extent of one series in one row; undefined where nothing is known. */
export type Extent = { from: number; to: number } | undefined;

/** All series of all rows: each from zero, or on top of those before it. Negative values pile up downwards. */
export function extentsOf({ data, series, stacked }: Pick<ChartProps, 'data' | 'series' | 'stacked'>): Extent[][] {
  const above = data.map(() => 0);
  const below = data.map(() => 0);
  return series.map(({ key }) =>
    data.map((row, index) => {
      const value = figureOf(row, key);
      if (value === undefined) return undefined;
      const pile = value < 0 ? below : above;
      const from = stacked ? (pile[index] ?? 0) : 0;
      pile[index] = from + value;
      return { from, to: from + value };
    }),
  );
}

const ticksWanted = 3;
const characterPx = 6.6;
const tickWidthMinPx = 28;
const tickWidthMaxPx = 88;
const labelGapPx = 16;
const margin = { top: 10, right: 8, bottom: 26 };

/** Round and whole values from the lowest to the highest; zero is among them. */
export function ticksOf(extents: readonly (readonly Extent[])[]): number[] {
  const ends = extents.flat().map((extent) => extent?.to ?? 0);
  // One by one: an array of all rows may be longer than what a call takes.
  const low = ends.reduce((lowest, end) => Math.min(lowest, end), 0);
  const high = ends.reduce((highest, end) => Math.max(highest, end), 0);
  const step = Math.max(1, tickStep(low, high, ticksWanted) || 1);
  const first = Math.floor(low / step) * step;
  const last = Math.max(Math.ceil(high / step) * step, first + step);
  return range(first, last + step / 2, step);
}

/** Reckoned, not measured: what is measured before the font has come is cut off after. */
const widthOf = (text: string) => text.length * characterPx;

/**
 * As many labels as have room, at equal distances back from the last row: the newest is always named. A label at the edge moves
 * inwards, so that it is not cut off. One that repeats its neighbour is left out.
 */
export function labelsOf(texts: readonly string[], x: (index: number) => number, width: number): Label[] {
  const widest = texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
  const step = texts.length > 1 ? x(1) - x(0) : width;
  const last = texts.length - 1;
  const inward = Math.max(0, x(last) + widthOf(texts[last] ?? '') / 2 - width);
  const every = Math.max(1, Math.ceil((widest + inward + labelGapPx) / step));
  const labels: Label[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (let index = last; index >= 0; index -= every) {
    const text = texts[index] ?? '';
    const half = widthOf(text) / 2;
    const at = Math.max(half, Math.min(x(index), width - half));
    if (at + half + labelGapPx > end || text === labels[0]?.text) continue;
    end = at - half;
    labels.unshift({ text, at, of: x(index) });
  }
  return labels;
}

type Drawing = Pick<ChartProps, 'data' | 'index' | 'formatIndex' | 'formatPlace' | 'formatValue' | 'formatTick'> & {
  extents: Extent[][];
  width: number;
  height: number;
  /** Rows have a room of their own, as bars do; otherwise the first and the last stand at the edges. */
  isBanded: boolean;
};

/** Places everything in a drawing of a width and a height. */
export function layoutOf(drawing: Drawing): Layout {
  const { data, index, extents, width, height, isBanded, formatIndex = String, formatValue = String } = drawing;
  const { formatPlace = formatIndex } = drawing;
  const values = ticksOf(extents);
  const tickTexts = values.map(drawing.formatTick ?? formatValue);
  const widest = Math.max(...tickTexts.map(widthOf));
  const left = Math.min(tickWidthMaxPx, Math.max(tickWidthMinPx, widest + 8));
  const right = Math.max(width - margin.right, left + 1);
  const { top } = margin;
  const bottom = height - margin.bottom;
  const rooms = Math.max(1, isBanded ? data.length : data.length - 1);
  const step = (right - left) / rooms;
  const isAlone = data.length === 1;
  const x = (row: number) => left + (isBanded || isAlone ? row + 0.5 : row) * step;
  const [low = 0, high = 1] = [values[0], values.at(-1)];
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top);
  const texts = data.map((row) => formatPlace(String(row[index])));
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    step,
    x,
    y,
    ticks: values.map((value, place) => ({ text: tickTexts[place] ?? '', at: y(value), of: y(value) })),
    labels: labelsOf(texts, x, width),
  };
}

/** The row at a place of the drawing, or the nearest one. */
export function rowAt({ left, step }: Layout, rows: number, x: number, isBanded: boolean): number {
  const place = (x - left) / step;
  return Math.max(0, Math.min(rows - 1, isBanded ? Math.floor(place) : Math.round(place)));
}

/** What a row says, series by series; those without a value are left out. */
export function figuresAt(row: ChartRow, series: readonly ChartSeries[]): { one: ChartSeries; value: number }[] {
  return series.flatMap((one) => {
    const value = figureOf(row, one.key);
    return value === undefined ? [] : [{ one, value }];
  });
}
