import { type FocusEvent, useRef } from 'react';

type Handlers = {
  onOpenAutoFocus?: (event: Event) => void;
  onCloseAutoFocus?: (event: Event) => void;
  onFocusCapture?: (event: FocusEvent<HTMLDivElement>) => void;
};

/** Where the focus was. An entry of a menu is gone when the dialog closes: the button of the menu stands for it. */
function openerOf(focused: EventTarget | null): HTMLElement | undefined {
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
  const menuButton = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (menuButton ? document.getElementById(menuButton) : focused) ?? undefined;
}

/**
 * Handlers for the content of a dialog, so that closing it gives the focus back to what opened it. Radix does that for its own
 * triggers only, and most dialogs here are opened by state.
 */
export function useFocusReturn(given: Handlers = {}): Required<Handlers> {
  const back = useRef<HTMLElement>(undefined);
  return {
    onOpenAutoFocus(event) {
      back.current = openerOf(document.activeElement);
      given.onOpenAutoFocus?.(event);
    },
    // A field with autoFocus is quicker than the event above, which then never comes.
    onFocusCapture(event) {
      const { currentTarget, relatedTarget } = event;
      if (!currentTarget.contains(relatedTarget)) back.current ??= openerOf(relatedTarget);
      given.onFocusCapture?.(event);
    },
    onCloseAutoFocus(event) {
      const opener = back.current;
      back.current = undefined;
      given.onCloseAutoFocus?.(event);
      if (event.defaultPrevented || !opener?.isConnected) return;
      event.preventDefault();
      opener.focus();
    },
  };
}
