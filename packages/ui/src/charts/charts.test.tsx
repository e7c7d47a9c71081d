// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AreaChart } from './area-chart.tsx';
import { BarChart } from './bar-chart.tsx';

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
    expect(screen.getByRole('img', { name: 'Payments per day' }).querySelector('input, [tabindex]')).toBeNull();
  });

  it('shows the figures below the pointer, until it leaves or Esc is pressed', () => {
    const { container } = render(<Chart {...props} />);
    const plot = screen.getByRole('slider').parentElement as HTMLElement;
    fireEvent.pointerMove(plot, { clientX: 390 });
    expect(tooltipOf(container)).toBe('02PaidKES 900');
    fireEvent.pointerMove(plot, { clientX: 40 });
    expect(tooltipOf(container)).toBe('01PaidKES 1200FailedKES 3');
    fireEvent.pointerLeave(plot, { pointerType: 'mouse' });
    expect(tooltipOf(container)).toBeUndefined();
    fireEvent.pointerMove(plot, { clientX: 40 });
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(tooltipOf(container)).toBeUndefined();
  });

  it('keeps what a finger touched until the next touch elsewhere', () => {
    const { container } = render(<Chart {...props} />);
    const plot = screen.getByRole('slider').parentElement as HTMLElement;
    fireEvent.pointerDown(plot, { clientX: 40, pointerType: 'touch' });
    fireEvent.pointerLeave(plot, { pointerType: 'touch' });
    expect(tooltipOf(container)).toBe('01PaidKES 1200FailedKES 3');
    fireEvent.pointerDown(document.body, { pointerType: 'touch' });
    expect(tooltipOf(container)).toBeUndefined();
  });

  it('says the newest figures when the keyboard reaches it, and those where the keys went', async () => {
    const { container } = render(<Chart {...props} />);
    await userEvent.tab();
    const slider = screen.getByRole('slider', { name: 'Payments per day' });
    expect(document.activeElement).toBe(slider);
    expect(tooltipOf(container)).toBe('02PaidKES 900');
    expect(slider.getAttribute('aria-valuetext')).toBe('02: Paid KES 900');
    fireEvent.change(slider, { target: { value: '0' } });
    expect(slider.getAttribute('aria-valuetext')).toBe('01: Paid KES 1200, Failed KES 3');
    expect(tooltipOf(container)).toBe('01PaidKES 1200FailedKES 3');
    await userEvent.tab();
    expect(tooltipOf(container)).toBeUndefined();
  });

  it('has nothing to point at without data', () => {
    render(<Chart {...props} data={[]} />);
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it.each([
    [[]],
    [[{ day: 'a', paid: 5 }]],
    [[{ day: 'a', paid: 0 }]],
    [[{ day: 'a', paid: null }]],
    [[{ day: 'a', paid: -3 }]],
  ])('draws %j without a bad number', (data) => {
    render(<Chart {...props} data={data} />);
    expect(screen.getByRole('img', { name: 'Payments per day' }).innerHTML).not.toMatch(/NaN|Infinity|undefined/);
  });
});

/** The text of the tooltip, which is hidden from screen readers: they have the slider and the table. */
const tooltipOf = (container: HTMLElement) => container.querySelector('div[aria-hidden]')?.textContent ?? undefined;

describe('AreaChart', () => {
  it('joins points of days that follow each other, and shows lonely ones as dots', () => {
    const paid = [5, null, 7, 8];
    const data = paid.map((value, day) => ({ day: String(day), paid: value }));
    render(<AreaChart {...props} data={data} series={[{ key: 'paid', label: 'Paid' }]} />);
    const drawing = screen.getByRole('img', { name: 'Payments per day' });
    expect(drawing.querySelectorAll('circle')).toHaveLength(1);
    const line = drawing.querySelector('path[fill="none"]')?.getAttribute('d') ?? '';
    expect(line.match(/M/g)).toHaveLength(2);
  });
});

describe('BarChart', () => {
  it('hatches the last bar of each series when its time is not over', () => {
    render(
      <BarChart {...props} data={[props.data[0] ?? {}, { day: '2026-03-02', paid: 9, failed: 1 }]} isLastPartial />,
    );
    const paths = [...screen.getByRole('img', { name: 'Payments per day' }).querySelectorAll('path')];
    expect(paths.map((path) => path.getAttribute('fill')?.startsWith('url(#'))).toEqual([false, true, false, true]);
  });

  /** Top and bottom of each bar. */
  const heightsOf = (stacked: boolean) => {
    const { unmount } = render(<BarChart {...props} stacked={stacked} />);
    const paths = [...screen.getByRole('img', { name: 'Payments per day' }).querySelectorAll('path')];
    const places = paths.map((path) => {
      const values = [...(path.getAttribute('d') ?? '').matchAll(/[MV](?:[\d.]+,)?([\d.]+)/g)].map(([, y]) =>
        Number(y),
      );
      return { bottom: Math.max(...values), left: Number(/M([\d.]+)/.exec(path.getAttribute('d') ?? '')?.[1]) };
    });
    unmount();
    return places;
  };

  it('stands series beside each other, all on the same line', () => {
    const [first, , second] = heightsOf(false);
    expect(second?.bottom).toBe(first?.bottom);
    expect(second?.left).toBeGreaterThan(first?.left ?? 0);
  });

  it('stands series on top of each other when stacked', () => {
    const [first, , second] = heightsOf(true);
    expect(second?.bottom).toBeLessThan(first?.bottom ?? 0);
    expect(second?.left).toBe(first?.left);
  });
});
