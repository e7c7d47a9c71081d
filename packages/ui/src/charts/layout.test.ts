import { describe, expect, it } from 'vitest';
import { extentsOf, labelsOf, layoutOf, rowAt, ticksOf } from './layout.ts';

const upTo = (value: number) => [[{ from: 0, to: value }]];

describe('ticks', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [7, [0, 2, 4, 6, 8]],
    [11, [0, 5, 10, 15]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('up to %d are round, whole and reach above the highest value', (value, ticks) => {
    expect(ticksOf(upTo(value))).toEqual(ticks);
  });

  it('go below zero where values do, with zero among them', () => {
    expect(ticksOf([[{ from: 0, to: -30 }, undefined, { from: 0, to: 55 }]])).toEqual([-40, -20, 0, 20, 40, 60]);
  });

  it('are few for very many rows', () => {
    const rows = Array.from({ length: 200_000 }, (_, to) => ({ from: 0, to }));
    expect(ticksOf([rows]).length).toBeLessThan(7);
  });
});

describe('extents', () => {
  const data = [
    { paid: 5, refunded: 2 },
    { paid: null, refunded: 3 },
    { paid: 4, refunded: -1 },
  ];
  const series = [
    { key: 'paid', label: 'Paid' },
    { key: 'refunded', label: 'Refunded' },
  ];

  it('begin at zero, and are unknown where there is no figure', () => {
    const [paid, refunded] = extentsOf({ data, series });
    expect(paid).toEqual([{ from: 0, to: 5 }, undefined, { from: 0, to: 4 }]);
    expect(refunded).toEqual([
      { from: 0, to: 2 },
      { from: 0, to: 3 },
      { from: 0, to: -1 },
    ]);
  });

  it('pile up, what is negative downwards', () => {
    const [, refunded] = extentsOf({ data, series, stacked: true });
    expect(refunded).toEqual([
      { from: 5, to: 7 },
      { from: 0, to: 3 },
      { from: 0, to: -1 },
    ]);
  });
});

describe('labels', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

  it.each([240, 310, 390, 768, 1440, 1920])('at %d px stay in the frame and do not touch', (width) => {
    const labels = labelsOf(hours, (index) => 30 + (index + 0.5) * ((width - 38) / 24), width);
    expect(labels.length).toBeGreaterThan(1);
    expect(labels.at(-1)?.text).toBe('23:00');
    const halfPx = (5 * 6.6) / 2;
    for (const [place, { at }] of labels.entries()) {
      expect(at - halfPx).toBeGreaterThanOrEqual(0);
      expect(at + halfPx).toBeLessThanOrEqual(width);
      const before = labels[place - 1];
      if (before) expect(at - before.at).toBeGreaterThanOrEqual(2 * halfPx + 8);
    }
  });

  it('stand at equal distances, also where the last one has to move inwards', () => {
    const days = Array.from({ length: 30 }, (_, day) => `${day + 1} Nov`);
    for (let width = 300; width < 1_400; width += 7) {
      const rows = labelsOf(days, (index) => 30 + (index + 0.5) * ((width - 38) / 30), width).map(({ of }) => of);
      const gaps = rows.slice(1).map((at, place) => Math.round(at - (rows[place] ?? 0)));
      expect(Math.max(...gaps) - Math.min(...gaps), `${width} px: ${gaps}`).toBeLessThanOrEqual(1);
    }
  });

  it('name each day once, however many rows it has', () => {
    const days = ['1 Nov', '1 Nov', '2 Nov', '3 Nov', '3 Nov', '3 Nov'];
    const labels = labelsOf(days, (index) => 30 + index * 100, 1_600);
    expect(labels.map(({ text }) => text)).toEqual(['1 Nov', '2 Nov', '3 Nov']);
  });

  it('name every row where there is room', () => {
    expect(labelsOf(hours, (index) => 30 + index * 60, 1_600)).toHaveLength(24);
  });
});

describe('the layout', () => {
  const drawing = {
    data: [{ day: '1' }, { day: '2' }, { day: '3' }],
    index: 'day',
    width: 400,
    height: 200,
    extents: [[{ from: 0, to: 10 }, undefined, { from: 0, to: 4 }]],
  };

  it('puts the first and the last point at the edges, and bars in rooms of their own', () => {
    const points = layoutOf({ ...drawing, isBanded: false });
    expect([points.x(0), points.x(2)]).toEqual([points.left, points.right]);
    const bars = layoutOf({ ...drawing, isBanded: true });
    expect(bars.x(0) - bars.left).toBeCloseTo(bars.step / 2);
    expect(bars.right - bars.x(2)).toBeCloseTo(bars.step / 2);
  });

  it('has zero at the bottom and the highest tick at the top', () => {
    const { y, top, bottom, ticks } = layoutOf({ ...drawing, isBanded: false });
    expect(y(0)).toBe(bottom);
    expect(ticks.at(-1)?.at).toBe(top);
  });

  it.each([
    [false, -50, 0],
    [false, 400, 2],
    [true, 0, 0],
    [true, 999, 2],
  ])('finds the row at a place (bars: %s, %d px)', (isBanded, x, row) => {
    expect(rowAt(layoutOf({ ...drawing, isBanded }), 3, x, isBanded)).toBe(row);
  });
});
