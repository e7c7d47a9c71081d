import { browserChoice } from './browser-choice.ts';

/** On unless it says `off`. */
export const shortcutsChoice = browserChoice('tillgate.shortcuts');

/** Whether single keys do something: dictation software types letters that nobody pressed (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return shortcutsChoice.read() !== 'off';
}

/** Whether a key press is a shortcut: alone, not typed into something, and not switched off. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.defaultPrevented) return false;
  const target = event.target as Element | null;
  return !target?.closest?.(busy) && areShortcutsOn();
}

const busy =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"]';
