// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Pagination } from './pagination.tsx';

afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('Pagination', () => {
  it('disables a direction that leads nowhere', async () => {
    const onOlder = vi.fn();
    render(<Pagination onOlder={onOlder} />);
    expect(button('Newer').disabled).toBe(true);
    await userEvent.click(button('Older'));
    expect(onOlder).toHaveBeenCalledTimes(1);
  });

  it('names its landmark', () => {
    render(<Pagination label="Pages of payments" />);
    expect(screen.getByRole('navigation', { name: 'Pages of payments' })).toBeTruthy();
  });

  it('takes no step while the page is loading', () => {
    render(<Pagination onNewer={() => undefined} onOlder={() => undefined} isLoading />);
    expect(button('Newer').disabled).toBe(true);
    expect(button('Older').disabled).toBe(true);
  });
});
