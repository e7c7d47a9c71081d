'use client';

import { Check, Minus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { cn } from '../lib/cn.ts';
import { ChoiceLabel } from './choice-label.tsx';
import { useFieldControl } from './field-context.ts';

/** Props of {@link Checkbox}: all of the native one, so that a form library can register it. */
interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label?: ReactNode;
  description?: ReactNode;
  /** Some, not all, of what it stands for is on. */
  indeterminate?: boolean;
  onCheckedChange?: (checked: boolean) => void;
}

/** On or off, or part of a set. Without `label` it takes its name from the Field around or from `aria-label`. */
export function Checkbox(props: CheckboxProps) {
  const { label, description, indeterminate = false, onCheckedChange, onChange, className, id, ref, ...rest } = props;
  const generated = useId();
  const field = useFieldControl();
  const own = useRef<HTMLInputElement>(null);
  const inputId = id ?? (label ? generated : (field.id ?? generated));
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const control = (
    <span className="relative mt-0.5 inline-flex size-4 shrink-0">
      <input
        type="checkbox"
        {...(label ? description && { 'aria-describedby': `${inputId}-more` } : field)}
        {...rest}
        id={inputId}
        ref={(node) => {
          own.current = node;
          if (typeof ref === 'function') return ref(node);
          if (ref) ref.current = node;
        }}
        onChange={(event) => {
          onChange?.(event);
          onCheckedChange?.(event.target.checked);
        }}
        className={cn(
          'peer touch-area size-4 cursor-pointer appearance-none rounded-sm border border-muted-foreground bg-card transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-danger',
          className,
        )}
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-primary-foreground peer-checked:block peer-indeterminate:hidden"
      />
      <Minus
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0.5 hidden size-3 text-primary-foreground peer-indeterminate:block"
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
