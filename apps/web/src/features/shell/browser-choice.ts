import { useMemo, useSyncExternalStore } from 'react';

/** A choice that this browser keeps under a key: without storage, as long as the page lives. */
export function browserChoice(key: string) {
  const changed = `${key}:changed`;
  let kept: string | null = null;
  return {
    read(): string | null {
      try {
        return localStorage.getItem(key) ?? kept;
      } catch {
        return kept;
      }
    },
    write(choice: string): void {
      kept = choice;
      try {
        localStorage.setItem(key, choice);
      } catch {
        // The choice lives in `kept`.
      }
      window.dispatchEvent(new Event(changed));
    },
    /** Calls when the choice changes in this tab. */
    watch(onChange: () => void): () => void {
      window.addEventListener(changed, onChange);
      return () => window.removeEventListener(changed, onChange);
    },
  };
}

/** Whether a part of the page that can be folded is open, and what changes that. The choice stays in this browser. */
export function useFold(key: string, isOpenAtFirst: boolean): [isOpen: boolean, toggle: () => void] {
  const choice = useMemo(() => browserChoice(`tillgate.${key}`), [key]);
  const chosen = useSyncExternalStore(choice.watch, choice.read, () => null);
  const isOpen = chosen ? chosen === 'open' : isOpenAtFirst;
  return [isOpen, () => choice.write(isOpen ? 'folded' : 'open')];
}
