// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { onDemand } from './on-demand.tsx';

afterEach(cleanup);

const Dialog = ({ title }: { title: string }) => <p>{title}</p>;

it('loads its code when it is first shown, and once', async () => {
  const load = vi.fn(async () => Dialog);
  const Part = onDemand(load);
  expect(load).not.toHaveBeenCalled();
  const { rerender } = render(<Part title="First" />);
  expect(await screen.findByText('First')).toBeDefined();
  rerender(<Part title="Second" />);
  expect(screen.getByText('Second')).toBeDefined();
  render(<Part title="Another" />);
  expect(screen.getByText('Another')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
});

it('is there at once when it was loaded before', async () => {
  const loaded = Promise.resolve(Dialog);
  const Part = onDemand(() => loaded);
  Part.preload();
  await loaded;
  await Promise.resolve();
  render(<Part title="At once" />);
  expect(screen.getByText('At once')).toBeDefined();
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

it('tells the error boundary when it cannot be loaded, and tries again the next time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<typeof Dialog>>().mockRejectedValueOnce(new Error('offline'));
  const Part = onDemand(load);
  render(
    <Boundary>
      <Part title="Never" />
    </Boundary>,
  );
  expect(await screen.findByText('offline')).toBeDefined();
  load.mockResolvedValue(Dialog);
  render(<Part title="Later" />);
  expect(await screen.findByText('Later')).toBeDefined();
  vi.restoreAllMocks();
});
