// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { RadioGroup } from './radio-group.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { Switch } from './switch.tsx';

afterEach(cleanup);

describe('choices', () => {
  it('a checkbox tells its state, also the mixed one', async () => {
    const changed = vi.fn();
    render(<Checkbox label="All" description="Every endpoint" indeterminate onCheckedChange={changed} />);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' });
    expect(box.indeterminate).toBe(true);
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Every endpoint');
    await userEvent.click(screen.getByText('All'));
    expect(changed).toHaveBeenCalledWith(true);
  });

  it('a switch is one to screen readers and works from its text', async () => {
    const changed = vi.fn();
    render(<Switch label="Alerts" onCheckedChange={changed} />);
    await userEvent.click(screen.getByText('Alerts'));
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Alerts' }).checked).toBe(true);
    expect(changed).toHaveBeenCalledWith(true);
  });

  it('a radio group asks its question and shows the chosen one', async () => {
    const changed = vi.fn();
    const options = [
      { value: 'a', label: 'Each', description: 'One by one' },
      { value: 'b', label: 'Batch' },
    ];
    render(<RadioGroup label="How?" options={options} value="a" onValueChange={changed} />);
    expect(screen.getByRole('group', { name: 'How?' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Each' }).checked).toBe(true);
    await userEvent.click(screen.getByRole('radio', { name: 'Batch' }));
    expect(changed).toHaveBeenCalledWith('b');
  });

  it('a segmented control is a group of one choice', async () => {
    const changed = vi.fn();
    render(
      <SegmentedControl
        label="Zone"
        value="eat"
        onValueChange={changed}
        options={[
          { value: 'eat', label: 'EAT' },
          { value: 'utc', label: 'UTC' },
        ]}
      />,
    );
    await userEvent.click(screen.getByRole('radio', { name: 'UTC' }));
    expect(changed).toHaveBeenCalledWith('utc');
  });
});
