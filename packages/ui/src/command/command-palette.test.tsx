// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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

  it('finds by the beginnings of words, not by scattered letters', async () => {
    const { user } = palette();
    await user.keyboard('key a');
    expect(shown()).toEqual(['API keys']);
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('pyts');
    expect(shown()).toEqual([]);
  });
});

describe('CommandPalette with a server that searches', () => {
  /** The server finds INV-1 and INV-2 for any text, once it is told to answer. */
  function Searching({ chosen, answers }: { chosen: (id: string) => void; answers: Set<string> }) {
    const [search, setSearch] = useState('');
    const [, again] = useState(0);
    const isAnswered = answers.has(search);
    const item = (id: string, label: string, more = {}) => ({ id, label, onSelect: () => chosen(id), ...more });
    return (
      <>
        <CommandPalette
          open
          onOpenChange={() => undefined}
          label="Go to"
          placeholder="Search"
          emptyText="Nothing found"
          search={search}
          onSearchChange={setSearch}
          isLoading={search !== '' && !isAnswered}
          groups={[
            {
              id: 'found',
              heading: 'Found',
              items: isAnswered
                ? ['INV-1', 'INV-2'].map((id) => item(`${id} for ${search}`, id, { isResult: true }))
                : [],
            },
            { id: 'pages', heading: 'Pages', items: [item('payments', 'Payments'), item('invoices', 'Invoices')] },
          ]}
        />
        <button type="button" data-testid="answer" onClick={() => again(answers.add(search).size)} />
      </>
    );
  }

  function searching() {
    const chosen = vi.fn<(id: string) => void>();
    render(<Searching chosen={chosen} answers={new Set()} />);
    return { chosen, user: userEvent.setup(), answer: () => act(() => screen.getByTestId('answer').click()) };
  }

  const marked = () =>
    screen.getAllByRole('option').find((option) => option.getAttribute('aria-selected') === 'true')?.textContent;

  it('marks the first result when it comes, and Enter opens it', async () => {
    const { chosen, user, answer } = searching();
    await user.keyboard('inv');
    expect(marked()).toBe('Invoices');
    answer();
    expect(marked()).toBe('INV-1');
    await user.keyboard('{Enter}');
    expect(chosen.mock.calls).toEqual([['INV-1 for inv']]);
  });

  it('keeps an Enter that comes before the answer, and opens the first result of that text alone', async () => {
    const { chosen, user, answer } = searching();
    await user.keyboard('inv{Enter}');
    expect(chosen).not.toHaveBeenCalled();
    answer();
    expect(chosen.mock.calls).toEqual([['INV-1 for inv']]);
    await user.keyboard('o{Enter}i');
    answer();
    expect(chosen).toHaveBeenCalledTimes(1);
  });

  it('does not take the mark away from an entry that the person chose', async () => {
    const { chosen, user, answer } = searching();
    await user.keyboard('inv{ArrowDown}');
    answer();
    expect(marked()).toBe('Invoices');
    await user.keyboard('{Enter}');
    expect(chosen.mock.calls).toEqual([['invoices']]);
  });
});
