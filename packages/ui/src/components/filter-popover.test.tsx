// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { FilterPopover } from './filter-popover.tsx';
import { Input } from './input.tsx';

afterEach(cleanup);

async function opened(value?: string) {
  const user = userEvent.setup();
  const onApply = vi.fn();
  const onClear = vi.fn();
  render(
    <FilterPopover label="Amount" value={value} onApply={onApply} applyLabel="Apply" onClear={onClear}>
      <Field label="From">
        <Input />
      </Field>
    </FilterPopover>,
  );
  await user.click(screen.getByRole('button', { name: /^Amount/ }));
  return { user, onApply, onClear };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('FilterPopover', () => {
  it('opens with the focus in its first control, applies with Enter and closes', async () => {
    const { user, onApply } = await opened();
    expect(screen.getByRole('dialog', { name: 'Amount' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'From' }));
    await user.keyboard('100{Enter}');
    expect(onApply).toHaveBeenCalledTimes(1);
    await isClosed();
  });

  it('says what is on, and can take it off', async () => {
    const { user, onClear } = await opened('over KES 100');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledTimes(1);
    await isClosed();
    expect(screen.getByRole('button').textContent).toBe('Amountover KES 100');
  });

  it('offers no clearing while it is off', async () => {
    await opened();
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  });
});
