'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { onDemand } from './on-demand.tsx';

const Palette = onDemand(async () => (await import('./palette.tsx')).Palette);

type PaletteControl = {
  open(): void;
  /** Somebody is about to open it: its code is fetched. */
  preload(): void;
};

const PaletteContext = createContext<PaletteControl | undefined>(undefined);

/** The one command palette of a page and the one listener for ⌘K; its code is loaded when it is first opened. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [isReady, setReady] = useState(false);
  const typed = useTypedAhead(isOpen && !isReady, setOpen);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Meta' || event.key === 'Control') Palette.preload();
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setOpened(true);
      setOpen((was) => !was);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const control = useMemo(
    () => ({
      open() {
        setOpened(true);
        setOpen(true);
      },
      preload: Palette.preload,
    }),
    [],
  );
  return (
    <PaletteContext value={control}>
      {children}
      {wasOpened && <Palette isOpen={isOpen} onOpenChange={setOpen} readTyped={typed} onReady={() => setReady(true)} />}
    </PaletteContext>
  );
}

/**
 * Keeps what somebody types or pastes while the code of the palette is still on its way, so that no letter is lost.
 * @returns reads it
 */
function useTypedAhead(isWaiting: boolean, setOpen: (isOpen: boolean) => void): () => string {
  const typed = useRef('');
  useEffect(() => {
    if (!isWaiting) return;
    typed.current = '';
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === 'Escape') setOpen(false);
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => {
      typed.current += event.clipboardData?.getData('text') ?? '';
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('paste', onPaste, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('paste', onPaste, true);
    };
  }, [isWaiting, setOpen]);
  return () => typed.current;
}

/** Opens the palette. @throws outside of tenant pages */
export function usePalette(): PaletteControl {
  const control = useContext(PaletteContext);
  if (!control) throw new Error('usePalette is for components of tenant pages.');
  return control;
}
