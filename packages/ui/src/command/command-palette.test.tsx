// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CommandPalette } from './command-palette.tsx';

afterEach(cleanup);

function palette() {
  const chosen = vi.fn<(id: string) => void>();
  const onOpenChange = vi.fn();
  const item = (id: string, label: string, more = {}) => ({ id, label, onSelect: () => chosen(id), ...more });
  render(
    <CommandPalette
      open
      onOpenChange={onOpenChange}
      label="Go to"
      placeholder="Search"
      emptyText="Nothing found"
      groups={[
        {
          id: 'pages',
          heading: 'Pages',
          items: [item('payments', 'Payments', { keywords: ['malipo'] }), item('keys', 'API keys')],
        },
        { id: 'none', heading: 'Empty', items: [] },
      ]}
    />,
  );
  return { chosen, onOpenChange, user: userEvent.setup() };
}

const shown = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('CommandPalette', () => {
  it('is a named dialog with the focus in its text box, and shows no empty group', () => {
    palette();
    expect(screen.getByRole('dialog', { name: 'Go to' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    expect(shown()).toEqual(['Payments', 'API keys']);
    expect(screen.queryByText('Empty')).toBeNull();
  });

  it('finds by keyword, takes with Enter and closes', async () => {
    const { user, chosen, onOpenChange } = palette();
    await user.keyboard('malipo');
    expect(shown()).toEqual(['Payments']);
    await user.keyboard('{Enter}');
    expect(chosen).toHaveBeenCalledWith('payments');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('says that nothing was found', async () => {
    const { user } = palette();
    await user.keyboard('qqqq');
    expect(screen.getByText('Nothing found')).toBeTruthy();
  });
});
