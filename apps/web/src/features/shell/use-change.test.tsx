// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ReauthenticationProvider } from './reauthentication.tsx';
import { useChange } from './use-change.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const conflict = Object.assign(new Error('Changed meanwhile.'), { data: { domainCode: 'conflict' } });

type Calls = {
  read: () => Promise<string>;
  change: () => Promise<void>;
  onSuccess?: () => void;
  isSeenOnce?: boolean;
};

function Page({ read, change, onSuccess, isSeenOnce }: Calls) {
  const { data } = useQuery({ queryKey: ['name'], queryFn: read });
  const save = useChange({ mutationFn: change, onSuccess }, { isSeenOnce });
  return (
    <>
      <p>{data}</p>
      <button type="button" onClick={() => save.mutate()}>
        {save.status}
      </button>
    </>
  );
}

/** Opens the page, waits until it shows what it read, and presses its button. */
async function press(calls: Calls) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ReauthenticationProvider>
        <Page {...calls} />
      </ReauthenticationProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('old');
  fireEvent.click(screen.getByRole('button'));
}

it('has succeeded when the page was read again', async () => {
  const steps: string[] = [];
  const step = (name: string) => {
    steps.push(name);
  };
  await press({
    read: async () => {
      step('read');
      return steps.includes('change') ? 'new' : 'old';
    },
    change: async () => step('change'),
    onSuccess: () => step('success'),
  });
  expect(await screen.findByText('success')).toBeDefined();
  expect(screen.getByText('new')).toBeDefined();
  expect(steps).toEqual(['read', 'change', 'read', 'success']);
});

it('shows at once what can be seen only once', async () => {
  let reads = 0;
  const read = () => {
    reads += 1;
    return reads === 1 ? Promise.resolve('old') : new Promise<string>(() => undefined);
  };
  await press({ read, change: () => Promise.resolve(), isSeenOnce: true });
  expect(await screen.findByText('success')).toBeDefined();
  expect(reads).toBe(2);
});

it('reads the page again after a refusal, and shows the refusal without waiting', async () => {
  let reads = 0;
  const read = () => {
    reads += 1;
    return reads === 1 ? Promise.resolve('old') : new Promise<string>(() => undefined);
  };
  await press({ read, change: () => Promise.reject(conflict) });
  expect(await screen.findByText('error')).toBeDefined();
  expect(reads).toBe(2);
});

it('reads nothing again when the session is over: that would lead away from what was typed', async () => {
  const read = vi.fn(async () => 'old');
  const over = Object.assign(new Error('Sign in first.'), {
    data: { domainCode: 'unauthenticated', reason: 'session_ended' },
  });
  await press({ read, change: () => Promise.reject(over) });
  expect(await screen.findByText('error')).toBeDefined();
  expect(read).toHaveBeenCalledTimes(1);
});

it('reads nothing again when the network is lost', async () => {
  const read = vi.fn(async () => 'old');
  await press({ read, change: () => Promise.reject(new TypeError('Failed to fetch')) });
  expect(await screen.findByText('error')).toBeDefined();
  expect(read).toHaveBeenCalledTimes(1);
});

it('does not wait for what is slow to load', async () => {
  let reads = 0;
  const read = () => {
    reads += 1;
    return reads === 1 ? Promise.resolve('old') : new Promise<string>(() => undefined);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await press({ read, change: () => Promise.resolve() });
  expect(await screen.findByText('pending')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByRole('button').textContent).toBe('success');
});
