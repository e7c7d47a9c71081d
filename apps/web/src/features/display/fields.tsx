'use client';

import { cn } from '@tillgate/ui';
import type { Ref } from 'react';

type BigProps = {
  label: string;
  placeholder: string;
  value: string;
  /** The number pad writes into it. */
  isActive: boolean;
  ref?: Ref<HTMLInputElement>;
  onFocus(): void;
  onText(text: string): void;
};

/** Digits in large, without the device's own keyboard. */
export function BigField({ label, placeholder, value, isActive, ref, onFocus, onText }: BigProps) {
  return (
    <label
      className={cn(
        'flex flex-col rounded-xl border-2 bg-card px-4 py-1.5',
        isActive ? 'border-ring' : 'border-border',
      )}
    >
      <span className="text-base text-muted-foreground">{label}</span>
      <input
        ref={ref}
        inputMode="none"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onFocus={onFocus}
        onChange={({ target }) => onText(target.value)}
        className="w-full bg-transparent font-semibold text-3xl outline-none"
      />
    </label>
  );
}

type ReferenceProps = { label: string; hint: string; value: string; isWrong: boolean; onText(text: string): void };

/** One line with letters, for which the device shows its keyboard. */
export function ReferenceField({ label, hint, value, isWrong, onText }: ReferenceProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-xl border-2 border-border bg-card px-4 focus-within:border-ring">
      <span className="shrink-0 text-base text-muted-foreground">{label}</span>
      <input
        autoComplete="off"
        placeholder={hint}
        value={value}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => onText(target.value)}
        className="min-h-11 w-full min-w-0 bg-transparent font-semibold text-lg outline-none"
      />
    </label>
  );
}
