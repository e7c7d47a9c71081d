'use client';

import { useEffect } from 'react';

/** Where the focus goes that has no other place: the same as that of the skip link. */
export const contentId = 'content';

/**
 * Where what had the focus is removed, such as a button whose work is done or the link to the page that is shown now, the
 * page's content has it. Otherwise nothing has: a screen reader falls silent, and nobody sees where Tab will go on.
 */
export function KeepFocus() {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target as Element;
    };
    const keep = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      document.getElementById(contentId)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
  return null;
}
