'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { onDemand } from './on-demand.tsx';
import { type PaletteKeys, takePaletteKeys } from './palette-keys.ts';

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
  const keys = useRef<PaletteKeys>(undefined);
  if (isOpen && !wasOpened) setOpened(true);
  useEffect(() => {
    const taken = takePaletteKeys();
    keys.current = taken;
    taken.onToggle = setOpen;
    setOpen(taken.isOpen);
    const prepare = (event: KeyboardEvent) => {
      if (event.key === 'Meta' || event.key === 'Control') Palette.preload();
    };
    document.addEventListener('keydown', prepare);
    return () => {
      taken.stop();
      document.removeEventListener('keydown', prepare);
    };
  }, []);
  const control = useMemo(() => ({ open: () => keys.current?.toggle(true), preload: Palette.preload }), []);
  return (
    <PaletteContext value={control}>
      {children}
      {wasOpened && (
        <Palette
          isOpen={isOpen}
          onOpenChange={(next) => keys.current?.toggle(next)}
          readTyped={() => keys.current?.text ?? ''}
          onReady={() => {
            if (keys.current) keys.current.isReady = true;
          }}
        />
      )}
    </PaletteContext>
  );
}

/** Opens the palette. @throws outside of tenant pages */
export function usePalette(): PaletteControl {
  const control = useContext(PaletteContext);
  if (!control) throw new Error('usePalette is for components of tenant pages.');
  return control;
}
