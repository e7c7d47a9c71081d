// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noticeTyping } from '@/trpc/held-work';
import shell from '../../../messages/en/shell.json' with { type: 'json' };
import { meetNewVersion, newVersion } from './new-version.ts';
import { NewVersionBand } from './new-version-band.tsx';
import { onDemand } from './on-demand.tsx';

const part = Object.assign(new Error('Failed to load chunk /_next/static/chunks/ab12.js from module 7'), {
  name: 'ChunkLoadError',
});
const reload = vi.fn();
const asked = vi.fn();

noticeTyping();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  asked.mockReset().mockResolvedValue({ status: 404 });
  vi.stubGlobal('fetch', asked);
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {};
  static getDerivedStateFromError(error: Error) {
    return { message: error.message };
  }
  override render() {
    return this.state.message ?? this.props.children;
  }
}

function show(load: () => Promise<() => ReactNode>) {
  const Part = onDemand(load);
  render(
    <IntlProvider locale="en" messages={{ shell }} timeZone="UTC">
      <Boundary>
        <form>
          <input aria-label="Amount" defaultValue="" />
        </form>
        <Part />
      </Boundary>
      <NewVersionBand />
    </IntlProvider>,
  );
}

it('a page whose part is gone loads itself again, once', async () => {
  const heard = vi.fn();
  const stop = newVersion.watch(heard);
  expect(await meetNewVersion(part)).toBe(true);
  expect(asked).toHaveBeenCalledWith('/_next/static/chunks/ab12.js', expect.objectContaining({ method: 'HEAD' }));
  expect(reload).toHaveBeenCalledTimes(1);
  expect(heard).not.toHaveBeenCalled();
  expect(await meetNewVersion(part, { isLost: true })).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(newVersion.isSaid()).toBe(true);
  stop();
});

it('an error of the network, or of the code, is no new version', async () => {
  asked.mockResolvedValueOnce({ status: 200 }).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  for (const error of [part, part, new Error('no'), undefined]) expect(await meetNewVersion(error)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('a page with something typed in it stays, and says that a new version is running', async () => {
  show(() => Promise.reject(part));
  fireEvent.input(screen.getByLabelText('Amount'), { target: { value: '77' } });
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(await screen.findByText('A new version is running')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('77');
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a part that fails for another reason is told to the error boundary', async () => {
  show(() => Promise.reject(new Error('a plain fault')));
  expect(await screen.findByText('a plain fault')).toBeDefined();
  await waitFor(() => expect(reload).not.toHaveBeenCalled());
});
