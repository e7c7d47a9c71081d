/** Whether the palette was requested, and the text typed before it loads. */
export type PaletteKeys = {
  isOpen: boolean;
  text: string;
  /** The palette has the focus and reads what is typed itself. */
  isReady: boolean;
  /** Opens or closes it. */
  toggle(isOpen: boolean): void;
  onToggle?: (isOpen: boolean) => void;
  stop(): void;
};

declare global {
  interface Window {
    paletteKeys?: PaletteKeys;
  }
}

/**
 * Listens for ⌘K and keeps what follows, so that no letter is lost while the code of a page or of the palette loads.
 * Pages without a palette keep the browser's own ⌘K. It is inlined into a script as text, so it must not use anything
 * from outside.
 */
function listenForPalette(): PaletteKeys {
  const onKey = (event: KeyboardEvent) => {
    const isCommand = event.metaKey || event.ctrlKey;
    if (!document.querySelector('[data-palette]')) return;
    if (event.key.toLowerCase() === 'k' && isCommand && !event.shiftKey && !event.altKey) keys.toggle(!keys.isOpen);
    else if (!keys.isOpen || keys.isReady || isCommand || event.altKey) return;
    else if (event.key === 'Escape') keys.toggle(false);
    else if (event.key === 'Backspace') keys.text = keys.text.slice(0, -1);
    else if (event.key.length === 1) keys.text += event.key;
    else return;
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (!keys.isOpen || keys.isReady) return;
    keys.text += event.clipboardData?.getData('text') ?? '';
    event.preventDefault();
  };
  const keys: PaletteKeys = {
    isOpen: false,
    text: '',
    isReady: false,
    toggle(isOpen) {
      if (isOpen) keys.text = '';
      keys.isOpen = isOpen;
      keys.onToggle?.(isOpen);
    },
    stop() {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('paste', onPaste, true);
    },
  };
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('paste', onPaste, true);
  return keys;
}

/** Listens before the rest of the code is there. */
export const paletteKeysScript = `window.paletteKeys=(${listenForPalette})()`;

/** Goes on with what the inline script heard, or begins to listen where it did not run. */
export function takePaletteKeys(): PaletteKeys {
  const keys = window.paletteKeys ?? listenForPalette();
  delete window.paletteKeys;
  return keys;
}
