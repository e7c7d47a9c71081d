'use client';

import { type ReactNode, useId } from 'react';
import { cn } from '../lib/cn.ts';
import { ChoiceLabel } from './choice-label.tsx';

/** One choice of a {@link RadioGroup}. */
interface RadioOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
}

/** Props of {@link RadioGroup}. */
interface RadioGroupProps {
  /** The question. */
  label: ReactNode;
  options: readonly RadioOption[];
  value?: string;
  onValueChange?: (value: string) => void;
  name?: string;
  error?: ReactNode;
  hideLabel?: boolean;
  /** Each choice in a box of its own: few choices with much to say. */
  boxed?: boolean;
}

/** One of a few choices, all in sight. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, options, value, onValueChange, error, hideLabel, boxed } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="flex min-w-0 flex-col gap-1.5">
      <legend className={cn('mb-1.5 font-medium text-sm', hideLabel && 'sr-only')}>{label}</legend>
      <div className={cn('flex flex-col', boxed ? 'gap-2' : 'gap-2.5 pointer-coarse:gap-6')}>
        {options.map((option) => (
          <ChoiceLabel
            key={option.value}
            className={cn(
              boxed &&
                'relative rounded-lg border p-3 hover:bg-accent/60 has-checked:border-primary has-checked:bg-accent/60',
            )}
            descriptionId={`${id}-${option.value}-more`}
            description={option.description}
            control={
              <input
                type="radio"
                id={`${id}-${option.value}`}
                name={props.name ?? id}
                value={option.value}
                disabled={option.disabled}
                aria-describedby={option.description ? `${id}-${option.value}-more` : undefined}
                checked={value === option.value}
                onChange={() => onValueChange?.(option.value)}
                className="touch-area mt-0.5 size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-muted-foreground bg-card checked:border-[5px] checked:border-primary disabled:cursor-not-allowed disabled:opacity-50"
              />
            }
            label={
              <label
                htmlFor={`${id}-${option.value}`}
                className={cn('cursor-pointer text-sm', boxed && 'font-medium after:absolute after:inset-0')}
              >
                {option.label}
              </label>
            }
          />
        ))}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {error && (
          <p id={`${id}-error`} className="text-danger text-xs">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
