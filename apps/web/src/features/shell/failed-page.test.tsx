// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { IntlProvider } from 'use-intl/react';
import { afterEach, expect, it, vi } from 'vitest';
import shell from '../../../messages/en/shell.json' with { type: 'json' };
import { FailedPage } from './failed-page.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (error: Error & { digest?: string }, refresh: () => void = () => undefined) =>
  render(
    <AppRouterContext value={{ refresh } as never}>
      <IntlProvider locale="en" messages={{ shell }} timeZone="UTC">
        <FailedPage error={error} reset={() => undefined} />
      </IntlProvider>
    </AppRouterContext>,
  );

it('a fault with a number says it, and one without promises none', () => {
  vi.stubGlobal('fetch', async () => ({ ok: true }));
  show(Object.assign(new Error('fault'), { digest: '1234567' }));
  expect(screen.getByRole('alert').textContent).toMatch(/with the number below\.1234567/);
  cleanup();
  show(new Error('fault'));
  expect(screen.getByRole('alert').textContent).toContain('contact support.');
  expect(screen.getByRole('alert').textContent).not.toContain('number');
});

it('a page that a new version took away loads itself again, and says so when that was in vain', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => ({ status: 404 }));
  const gone = Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), { name: 'ChunkLoadError' });
  show(gone);
  expect(await screen.findByRole('heading', { name: 'A new version is running' })).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
  cleanup();
  show(gone);
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeDefined();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('comes back once the dashboard can work again, and tries no fault of a well one again', async () => {
  vi.useFakeTimers();
  const answers = [503, 503, 200, 200];
  const asked = vi.fn(async () => ({ ok: answers.shift() === 200 }));
  vi.stubGlobal('fetch', asked);
  const refresh = vi.fn();
  show(Object.assign(new Error('fault'), { digest: '1' }), refresh);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('heading', { name: 'Tillgate cannot reach its database' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledTimes(3);
  cleanup();
  show(Object.assign(new Error('fault'), { digest: '2' }), refresh);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole('alert').textContent).toMatch(/with the number below/);
  expect(refresh).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledTimes(4);
});
