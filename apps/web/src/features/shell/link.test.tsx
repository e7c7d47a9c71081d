// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { afterEach, expect, it } from 'vitest';
import { Link } from './link.tsx';

afterEach(cleanup);

/** Presses a link; says where the router was sent, and whether the browser was left to follow. */
function press(props: Partial<Parameters<typeof Link>[0]>, event: MouseEventInit = {}) {
  const pushed: string[] = [];
  const router = { push: (href: string) => pushed.push(href) } as unknown as AppRouterInstance;
  render(
    <AppRouterContext value={router}>
      <Link href="/a/x/sandbox/payments?status=failed" {...props}>
        Payments
      </Link>
    </AppRouterContext>,
  );
  let isLeft: boolean | undefined;
  const last = (click: Event) => {
    isLeft = !click.defaultPrevented;
    // Nobody follows it here.
    click.preventDefault();
  };
  document.addEventListener('click', last, { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Payments' }), event);
  return { pushed, isLeft };
}

it('goes to its page without loading a whole one', () => {
  expect(press({})).toEqual({ pushed: ['/a/x/sandbox/payments?status=failed'], isLeft: false });
});

it.each([
  ['with Ctrl', {}, { ctrlKey: true }],
  ['with ⌘', {}, { metaKey: true }],
  ['with Shift', {}, { shiftKey: true }],
  ['with the middle button', {}, { button: 1 }],
  ['for another tab', { target: '_blank' }, {}],
  ['for a file', { download: 'file.csv' }, {}],
  ['to another site', { href: 'https://example.com/' }, {}],
])('leaves a press %s to the browser', (_name, props, event) => {
  expect(press(props, event)).toEqual({ pushed: [], isLeft: true });
});

it('stays when its own handler says so', () => {
  expect(press({ onClick: (event) => event.preventDefault() })).toEqual({ pushed: [], isLeft: false });
});
