'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
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
      {wasOpened && <Palette isOpen={isOpen} onOpenChange={setOpen} />}
    </PaletteContext>
  );
}

/** Opens the palette. @throws outside of tenant pages */
export function usePalette(): PaletteControl {
  const control = useContext(PaletteContext);
  if (!control) throw new Error('usePalette is for components of tenant pages.');
  return control;
}
