'use client';

import { useEffect } from 'react';
import { isShortcut } from '@/features/shell/shortcuts';

/** `j` and `k` walk among the rows of the table from anywhere on the page, `/` goes to the search box. Enter opens, as on any link. */
export function useRowKeys(searchBox: { current: HTMLInputElement | null }) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      if (event.key === '/') {
        event.preventDefault();
        searchBox.current?.focus();
        return;
      }
      if (event.key !== 'j' && event.key !== 'k') return;
      const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
      const at = links.indexOf(document.activeElement as HTMLElement);
      const next = event.key === 'j' ? links[at + 1] : links[Math.max(at - 1, 0)];
      next?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [searchBox]);
}
