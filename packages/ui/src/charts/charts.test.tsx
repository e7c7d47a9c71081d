// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AreaChart } from './area-chart.tsx';
import { BarChart } from './bar-chart.tsx';
import { Sparkline } from './sparkline.tsx';

// A layout, which happy-dom has not: without one nothing is drawn.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 180));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const props = {
  data: [
    { day: '2026-03-01', paid: 1200, failed: 3 },
    { day: '2026-03-02', paid: 900, failed: null },
  ],
  index: 'day',
  indexLabel: 'Day',
  series: [
    { key: 'paid', label: 'Paid' },
    { key: 'failed', label: 'Failed' },
  ],
  label: 'Payments per day',
  formatIndex: (day: string) => day.slice(8),
  formatValue: (value: number) => `KES ${value}`,
};

describe.each([
  ['AreaChart', AreaChart],
  ['BarChart', BarChart],
])('%s', (_name, Chart) => {
  it('is an image with a name, and its height does not depend on data', () => {
    const { rerender } = render(<Chart {...props} height={180} />);
    const image = screen.getByRole('img', { name: 'Payments per day' });
    expect(image.style.height).toBe('180px');
    rerender(<Chart {...props} data={[]} height={180} />);
    expect(screen.getByRole('img', { name: 'Payments per day' }).style.height).toBe('180px');
  });

  it('draws each series in its token', () => {
    render(<Chart {...props} />);
    const drawing = screen.getByRole('img', { name: 'Payments per day' }).innerHTML;
    expect(drawing).toContain('var(--chart-1)');
    expect(drawing).toContain('var(--chart-2)');
  });

  it('has all its figures in a table for those who do not see it', () => {
    render(<Chart {...props} />);
    const table = screen.getByRole('table', { name: 'Payments per day' });
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ['Day', 'Paid', 'Failed'],
      ['01', 'KES 1200', 'KES 3'],
      ['02', 'KES 900', ''],
    ]);
  });

  it('keeps nothing focusable inside the image', () => {
    render(<Chart {...props} />);
    expect(screen.getByRole('img', { name: 'Payments per day' }).querySelector('[tabindex="0"]')).toBeNull();
  });
});

describe('Sparkline', () => {
  it.each([[[]], [[5]], [[0, 0, 0]], [[-2, 4, 1]]])('draws %j without a bad number', (values) => {
    render(<Sparkline values={values} label="Seven days" />);
    expect(screen.getByRole('img', { name: 'Seven days' }).outerHTML).not.toMatch(/NaN|Infinity/);
  });
});
