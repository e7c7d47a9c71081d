'use client';

import { Delete } from 'lucide-react';
import { useTranslations } from 'use-intl/react';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'] as const;

const key =
  'grid min-h-16 select-none touch-manipulation place-items-center rounded-xl border bg-card font-medium text-3xl text-foreground hover:bg-accent active:bg-accent landscape:md:min-h-20';

/** Digits for a thumb: the device's own keyboard would cover half of the screen. */
export function Keypad({ onKey, onErase }: { onKey(digits: string): void; onErase(): void }) {
  const t = useTranslations('display.keypad');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce its name at every key
    <div role="group" aria-label={t('label')} className="grid grid-cols-3 gap-2">
      {digits.map((digit) => (
        <button key={digit} type="button" className={key} onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" aria-label={t('erase')} className={key} onClick={onErase}>
        <Delete aria-hidden="true" className="size-7" />
      </button>
    </div>
  );
}
