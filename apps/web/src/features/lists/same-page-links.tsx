'use client';

import type { MouseEvent, ReactNode } from 'react';

/**
 * Links below that lead to this very page with other parameters open at once: what they change is read from the address, so
 * the server has nothing to add. Everything else about them stays a link: they can be shared, and opened in another tab.
 */
export function SamePageLinks({ children }: { children: ReactNode }) {
  return (
    <div className="contents" onClickCapture={follow}>
      {children}
    </div>
  );
}

function follow(event: MouseEvent<HTMLElement>): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  const { origin, pathname } = window.location;
  if (!link || link.target || link.origin !== origin || link.pathname !== pathname) return;
  event.preventDefault();
  window.history.pushState(null, '', link.href);
}
