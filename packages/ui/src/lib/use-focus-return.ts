import { useRef } from 'react';

type Handlers = { onOpenAutoFocus?: (event: Event) => void; onCloseAutoFocus?: (event: Event) => void };

/** What had the focus before an overlay took it. An entry of a menu is gone by then: the button of the menu stands for it. */
function opener(): HTMLElement | undefined {
  const focused = document.activeElement;
  const menuButton = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const element = menuButton ? document.getElementById(menuButton) : focused;
  return element instanceof HTMLElement && element !== document.body ? element : undefined;
}

/**
 * Handlers for the content of a dialog, so that closing it gives the focus back to what opened it. Radix does that for its own
 * triggers only, and most dialogs here are opened by state.
 */
export function useFocusReturn({ onOpenAutoFocus, onCloseAutoFocus }: Handlers = {}): Required<Handlers> {
  const back = useRef<HTMLElement>(undefined);
  return {
    onOpenAutoFocus(event) {
      back.current = opener();
      onOpenAutoFocus?.(event);
    },
    onCloseAutoFocus(event) {
      onCloseAutoFocus?.(event);
      if (event.defaultPrevented || !back.current?.isConnected) return;
      event.preventDefault();
      back.current.focus();
    },
  };
}
