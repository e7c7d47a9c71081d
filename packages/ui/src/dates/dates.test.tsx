// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateRangePicker } from './date-range-picker.tsx';
import { dateOf, dayOf, formatRange, inOrder } from './day.ts';

afterEach(cleanup);

describe('days', () => {
  it.each(['2026-02-28', '2024-02-29', '2026-12-31', '2026-01-01'])('%s survives the way to a date and back', (day) => {
    expect(dayOf(dateOf(day) ?? new Date(0))).toBe(day);
  });

  it.each(['2026-02-30', '2026-13-01', '2026-2-3', 'today', '', undefined])('%s is no day', (text) => {
    expect(dateOf(text)).toBeUndefined();
  });

  it('a range typed backwards is turned round', () => {
    expect(inOrder({ from: '2026-03-09', to: '2026-03-01' })).toEqual({ from: '2026-03-01', to: '2026-03-09' });
    expect(inOrder({ from: '2026-03-09' })).toEqual({ from: '2026-03-09', to: undefined });
  });

  it('is written as the locale writes it', () => {
    expect(formatRange({ from: '2026-03-03', to: '2026-03-09' }, 'en-KE')).toMatch(/^3\s?–\s?9 Mar 2026$/);
    expect(formatRange({ from: '2026-03-03' }, 'en-KE')).toBe('3 Mar 2026 –');
    expect(formatRange({}, 'en-KE')).toBe('');
  });
});

function picker(value = {}) {
  const onValueChange = vi.fn();
  render(
    <DateRangePicker
      value={value}
      onValueChange={onValueChange}
      presets={[{ id: 'week', label: 'Last 7 days', from: '2026-03-03', to: '2026-03-09' }]}
      locale="en-KE"
      label="Period"
      placeholder="Any time"
      fromLabel="From"
      toLabel="To"
      applyLabel="Apply"
      clearLabel="Clear"
      previousLabel="Previous month"
      nextLabel="Next month"
      today="2026-03-09"
      max="2026-03-09"
    />,
  );
  return {
    onValueChange,
    user: userEvent.setup(),
    open: () => userEvent.click(screen.getByRole('button', { name: /^Period/ })),
  };
}

describe('DateRangePicker', () => {
  it('says nothing is chosen, and applies a preset at once', async () => {
    const { onValueChange, open, user } = picker();
    expect(screen.getByRole('button', { name: 'Period: Any time' })).toBeTruthy();
    await open();
    await user.click(screen.getByRole('button', { name: 'Last 7 days' }));
    expect(onValueChange).toHaveBeenCalledWith({ from: '2026-03-03', to: '2026-03-09' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('calls a range by its preset, which is pressed', async () => {
    const { open } = picker({ from: '2026-03-03', to: '2026-03-09' });
    expect(screen.getByRole('button', { name: 'Period: Last 7 days' })).toBeTruthy();
    await open();
    expect(screen.getByRole('button', { name: 'Last 7 days', pressed: true })).toBeTruthy();
  });

  it('takes typed days, in order, and only with Apply', async () => {
    const { onValueChange, open, user } = picker();
    await open();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-03-05' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-02' } });
    expect(onValueChange).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onValueChange).toHaveBeenCalledWith({ from: '2026-03-02', to: '2026-03-05' });
  });

  it('takes days of the calendar, none after the last', async () => {
    const { onValueChange, open, user } = picker();
    await open();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /10 March 2026/ }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: /\b4 March 2026/ }));
    await user.click(screen.getByRole('button', { name: /\b6 March 2026/ }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onValueChange).toHaveBeenCalledWith({ from: '2026-03-04', to: '2026-03-06' });
  });

  it('can be taken off again', async () => {
    const { onValueChange, open, user } = picker({ from: '2026-03-03', to: '2026-03-09' });
    await open();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onValueChange).toHaveBeenCalledWith({});
  });
});
