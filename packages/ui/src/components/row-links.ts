import type { KeyboardEvent, MouseEvent } from 'react';

function rowLinks(body: HTMLElement | null): HTMLElement[] {
  return [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
}

/** Arrow keys, Home and End move among the links of the rows; Enter is the link's own. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>, body: HTMLElement | null) {
  const links = rowLinks(body);
  const at = links.indexOf(event.target as HTMLElement);
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const target = links[targets[event.key] ?? -1];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/** A click anywhere in a row is a click on its link, unless it means something else there. */
export function followRow(event: MouseEvent<HTMLElement>) {
  const target = event.target as HTMLElement;
  if (event.defaultPrevented || target.closest('a, button, input, select, textarea, label, [role="menu"]')) return;
  if (window.getSelection()?.type === 'Range') return;
  const { ctrlKey, metaKey, shiftKey } = event;
  event.currentTarget
    .querySelector('[data-row-link]')
    ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}
