const storageKey = 'tillgate.shortcuts';
const changed = 'tillgate:shortcuts';

/** Whether single keys do something: dictation software types letters that nobody pressed (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

/** Keeps the choice for this browser. Without storage, shortcuts stay on. */
export function chooseShortcuts(choice: 'on' | 'off'): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    return;
  }
  window.dispatchEvent(new Event(changed));
}

/** Calls when the choice changes in this tab. */
export function watchShortcuts(onChange: () => void): () => void {
  window.addEventListener(changed, onChange);
  return () => window.removeEventListener(changed, onChange);
}

/** Whether a key press is a shortcut: alone, not typed into something, and not switched off. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return false;
  const target = event.target as Element | null;
  return !target?.closest?.(busy) && areShortcutsOn();
}

const busy =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"]';
