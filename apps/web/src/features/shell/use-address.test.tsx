// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { oneOf, useAddress } from './use-address.ts';

const names = ['status', 'before'] as const;
/** What the router says; it follows the address a moment later. */
let routed: URLSearchParams;

beforeEach(() => {
  window.history.replaceState(null, '', '/payments?status=failed&other=1#rows');
  routed = new URLSearchParams(window.location.search);
});
afterEach(cleanup);

const address = () => window.location.pathname + window.location.search + window.location.hash;

function mount() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SearchParamsContext value={routed}>{children}</SearchParamsContext>
  );
  return renderHook(() => useAddress(names), { wrapper });
}

it('reads its parameters, and changes them at once', () => {
  const { result } = mount();
  expect(result.current[0]).toEqual({ status: 'failed', before: null });
  act(() => result.current[1]({ status: 'pending', before: 'abc' }));
  expect(result.current[0]).toEqual({ status: 'pending', before: 'abc' });
  expect(address()).toBe('/payments?status=pending&other=1&before=abc#rows');
});

it('takes parameters off, and adds up changes of one moment', () => {
  const { result } = mount();
  const [, set] = result.current;
  act(() => {
    set({ before: 'abc' });
    set({ status: undefined });
  });
  expect(result.current[0]).toEqual({ status: null, before: 'abc' });
  expect(address()).toBe('/payments?other=1&before=abc#rows');
});

it('goes back to what was shown before, unless it replaces', () => {
  const { result } = mount();
  const before = window.history.length;
  act(() => result.current[1]({ status: 'pending' }, 'replace'));
  expect(window.history.length).toBe(before);
  act(() => result.current[1]({ status: 'success' }));
  expect(window.history.length).toBe(before + 1);
});

it('follows the router when that goes somewhere else', () => {
  const { result, rerender } = mount();
  act(() => result.current[1]({ status: 'pending' }));
  routed = new URLSearchParams('status=success');
  rerender();
  expect(result.current[0]).toEqual({ status: 'success', before: null });
});

it('says the same object while nothing changed', () => {
  const { result, rerender } = mount();
  const [first] = result.current;
  rerender();
  expect(result.current[0]).toBe(first);
});

it('reads one of few values, the first without any', () => {
  expect(oneOf(['live', 'all'], 'all')).toBe('all');
  expect(oneOf(['live', 'all'], null)).toBe('live');
  expect(oneOf(['live', 'all'], 'nonsense')).toBe('live');
});
