// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Field } from './field.tsx';
import { FilterButton } from './filter-button.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { Input } from './input.tsx';

afterEach(cleanup);

type Handlers = { onApply: () => void; onClear: () => void };

function AmountFilter({ value, onApply, onClear }: Handlers & { value?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FilterButton ref={button} label="Amount" value={value} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen && button.current && (
        <FilterPanel
          label="Amount"
          anchor={button.current}
          onClose={() => setOpen(false)}
          onApply={() => {
            onApply();
            setOpen(false);
          }}
          applyLabel="Apply"
          onClear={value ? onClear : undefined}
        >
          <Field label="From">
            <Input />
          </Field>
        </FilterPanel>
      )}
    </>
  );
}

async function opened(value?: string) {
  const user = userEvent.setup();
  const onApply = vi.fn();
  const onClear = vi.fn();
  render(<AmountFilter value={value} onApply={onApply} onClear={onClear} />);
  await user.click(screen.getByRole('button', { name: /^Amount/ }));
  return { user, onApply, onClear };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('FilterPanel', () => {
  it('opens with the focus in its first control, applies with Enter and closes', async () => {
    const { user, onApply } = await opened();
    expect(screen.getByRole('dialog', { name: 'Amount' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'From' }));
    await user.keyboard('100{Enter}');
    expect(onApply).toHaveBeenCalledTimes(1);
    await isClosed();
    expect(document.activeElement).toBe(screen.getByRole('button'));
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
