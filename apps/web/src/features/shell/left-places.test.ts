// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { asLeft, rememberPlace } from './left-places.ts';

beforeEach(() => {
  sessionStorage.clear();
  document.documentElement.dataset.person = 'anne';
});

it('the way back to a list has the filters and the place with which it was left', () => {
  expect(asLeft('/a/1/sandbox/payments')).toBe('/a/1/sandbox/payments');
  rememberPlace('/a/1/sandbox/payments', 'status=failed&before=x');
  rememberPlace('/a/1/sandbox/payments/9', '');
  expect(asLeft('/a/1/sandbox/payments')).toBe('/a/1/sandbox/payments?status=failed&before=x');
  expect(asLeft('/a/2/sandbox/payments')).toBe('/a/2/sandbox/payments');
  rememberPlace('/a/1/sandbox/payments', '');
  expect(asLeft('/a/1/sandbox/payments')).toBe('/a/1/sandbox/payments');
});

it('a way back to one tab of a page leads to that tab', () => {
  rememberPlace('/endpoints/1', 'tab=deliveries&status=exhausted');
  expect(asLeft('/endpoints/1?tab=deliveries')).toBe('/endpoints/1?tab=deliveries&status=exhausted');
  rememberPlace('/endpoints/1', 'tab=settings');
  expect(asLeft('/endpoints/1?tab=deliveries')).toBe('/endpoints/1?tab=deliveries');
});

it('what one person searched for is not there for the next', () => {
  rememberPlace('/payments', 'phone=254712345678');
  document.documentElement.dataset.person = 'ben';
  expect(asLeft('/payments')).toBe('/payments');
  rememberPlace('/payouts', 'status=failed');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('254712345678');
});

it('a browser that keeps nothing leads to the whole list', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  rememberPlace('/payments', 'status=failed');
  expect(asLeft('/payments')).toBe('/payments');
  vi.unstubAllGlobals();
});
