// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { contentId, KeepFocus } from './keep-focus.tsx';

afterEach(cleanup);

function Page({ hasButton, children }: { hasButton: boolean; children?: React.ReactNode }) {
  return (
    <>
      <button type="button">Rail</button>
      <main id={contentId} tabIndex={-1}>
        {hasButton && <button type="button">Send</button>}
        {children}
      </main>
      <KeepFocus />
    </>
  );
}

it('the content has the focus once what had it is gone', async () => {
  const { rerender } = render(<Page hasButton />);
  screen.getByRole('button', { name: 'Send' }).focus();
  await act(async () => rerender(<Page hasButton={false} />));
  expect(document.activeElement?.id).toBe(contentId);
});

it('nothing else is disturbed: a person who has not come to the page yet, and a focus that is elsewhere', async () => {
  const { rerender } = render(<Page hasButton />);
  await act(async () => rerender(<Page hasButton={false} />));
  expect(document.activeElement).toBe(document.body);
  await act(async () => rerender(<Page hasButton />));
  screen.getByRole('button', { name: 'Send' }).focus();
  screen.getByRole('button', { name: 'Rail' }).focus();
  await act(async () => rerender(<Page hasButton={false} />));
  expect(document.activeElement?.textContent).toBe('Rail');
});
