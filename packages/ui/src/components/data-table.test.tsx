// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type UiLinkProps, UiProvider } from '../lib/ui-provider.tsx';
import { DataTable, type DataTableColumn } from './data-table.tsx';

interface Row {
  id: string;
  name: string;
  amount: number;
}

const rows: Row[] = [
  { id: 'a', name: 'First', amount: 10 },
  { id: 'b', name: 'Second', amount: 20 },
  { id: 'c', name: 'Third', amount: 30 },
];
const columns: DataTableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'amount', header: 'Amount', cell: (row) => `KES ${row.amount}`, align: 'right' },
  { id: 'more', header: 'More', cell: (row) => <button type="button">Copy {row.name}</button> },
];
const props = { columns, rows, rowKey: (row: Row) => row.id, caption: 'Payments' };

let unfollow = () => {};
afterEach(() => {
  unfollow();
  cleanup();
});

function AppLink({ ref, ...rest }: UiLinkProps) {
  return <a {...rest} ref={ref} data-app-link="" />;
}

/** The table inside an app; followed links are reported instead. */
function linked() {
  const went = vi.fn<(href: string | null) => void>();
  const follow = (event: Event) => {
    const link = (event.target as HTMLElement).closest('[data-app-link]');
    if (link) went(link.getAttribute('href'));
    event.preventDefault();
  };
  document.addEventListener('click', follow);
  unfollow = () => document.removeEventListener('click', follow);
  render(
    <UiProvider link={AppLink}>
      <DataTable {...props} getRowHref={(row) => `/payments/${row.id}`} selectedKey="b" />
    </UiProvider>,
  );
  return { went, user: userEvent.setup() };
}

describe('DataTable', () => {
  it('is a named table whose headers belong to columns', () => {
    render(<DataTable {...props} />);
    expect(screen.getByRole('table', { name: 'Payments' })).toBeTruthy();
    const headers = screen.getAllByRole('columnheader');
    expect(headers.map((header) => header.textContent)).toEqual(['Name', 'Amount', 'More']);
    expect(headers.every((header) => header.getAttribute('scope') === 'col')).toBe(true);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('walks among the rows with the arrow keys and stops at both ends', async () => {
    const { user } = linked();
    const links = screen.getAllByRole('link');
    links[0]?.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(links[1]);
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(links[2]);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(links[2]);
    await user.keyboard('{Home}{ArrowUp}');
    expect(document.activeElement).toBe(links[0]);
  });

  it('opens a row with Enter', async () => {
    const { user, went } = linked();
    screen.getAllByRole('link')[1]?.focus();
    await user.keyboard('{Enter}');
    expect(went.mock.calls).toEqual([['/payments/b']]);
  });

  it('opens a row by a click anywhere in it, but not by a click on its button', async () => {
    const { user, went } = linked();
    await user.click(screen.getByText('KES 30'));
    await user.click(screen.getByRole('button', { name: 'Copy First' }));
    expect(went.mock.calls).toEqual([['/payments/c']]);
  });

  it('leaves the arrow keys of a control in a row alone', async () => {
    const { user } = linked();
    const button = screen.getByRole('button', { name: 'Copy First' });
    button.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(button);
  });

  it('says which row is open', () => {
    linked();
    expect(screen.getByRole('link', { current: true }).textContent).toBe('Second');
  });

  it('shows as many placeholders as asked, says that it is busy, and keeps the header', () => {
    render(<DataTable {...props} rows={[]} isLoading skeletonRows={4} empty="Nothing" />);
    const table = screen.getByRole('table', { busy: true });
    expect(within(table).getAllByRole('row')).toHaveLength(5);
    expect(screen.queryByText('Nothing')).toBeNull();
  });

  it('keeps rows of an earlier question in sight and says that it is busy', () => {
    const { container, rerender } = render(<DataTable {...props} isStale />);
    expect(container.querySelectorAll('[aria-busy="true"] tbody tr')).toHaveLength(props.rows.length);
    rerender(<DataTable {...props} rows={[]} isStale empty="Nothing" />);
    expect(screen.getByText('Nothing').getAttribute('aria-busy')).toBe('true');
    rerender(<DataTable {...props} />);
    expect(container.querySelector('[aria-busy]')).toBeNull();
  });

  it('gives placeholder and row cells the same box, so that nothing moves', () => {
    const { rerender } = render(<DataTable {...props} isLoading skeletonRows={1} />);
    const boxes = () =>
      screen
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.className);
    const before = boxes();
    rerender(<DataTable {...props} />);
    expect(boxes()).toEqual(before);
  });

  it('teaches when there is nothing', () => {
    render(<DataTable {...props} rows={[]} empty="No payments yet" />);
    expect(screen.getByText('No payments yet')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
