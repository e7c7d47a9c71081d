'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from '../lib/cn.ts';
import { ChoiceLabel } from './choice-label.tsx';
import { useFieldControl } from './field-context.ts';

/** Props of {@link Switch}. */
interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'size' | 'role'> {
  label?: ReactNode;
  description?: ReactNode;
  onCheckedChange?: (checked: boolean) => void;
}

/* The native checked state is the switch's state too: no aria-checked, which could differ from it. */
const switchRole = { role: 'switch' };

/** A setting that takes effect at once. In a form that is sent use a Checkbox. */
export function Switch(props: SwitchProps) {
  const { label, description, onCheckedChange, onChange, className, id, ...rest } = props;
  const generated = useId();
  const field = useFieldControl();
  const inputId = id ?? (label ? generated : (field.id ?? generated));
  const control = (
    <span className="relative inline-flex h-5 w-9 shrink-0">
      <input
        type="checkbox"
        {...switchRole}
        {...(label ? description && { 'aria-describedby': `${inputId}-more` } : field)}
        {...rest}
        id={inputId}
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
        className={cn(
          'peer touch-area h-5 w-9 cursor-pointer appearance-none rounded-full border border-transparent bg-muted-foreground transition-colors checked:bg-primary disabled:cursor-not-allowed disabled:opacity-50',
          className,
        )}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-card transition-transform peer-checked:translate-x-4"
      />
    </span>
  );
  return (
    <ChoiceLabel
      control={control}
      description={description}
      descriptionId={`${inputId}-more`}
      label={
        label && (
          <label htmlFor={inputId} className="cursor-pointer text-sm">
            {label}
          </label>
        )
      }
    />
  );
}
