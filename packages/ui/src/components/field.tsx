'use client';

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { cn } from '../lib/cn.ts';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { FieldContext, type FieldControlProps } from './field-context.ts';
import { Label } from './label.tsx';

/** Props of {@link Field}. */
interface FieldProps {
  label: ReactNode;
  /** One control of this kit, or a function that spreads the wiring over any other. */
  children: ReactNode | ((control: FieldControlProps) => ReactNode);
  description?: ReactNode;
  /** What is wrong with the value; announced, and the control becomes invalid. */
  error?: ReactNode;
  required?: boolean;
  /** Says "optional" after the label; another text when a string. */
  optional?: boolean | string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  id?: string;
  className?: string;
}

/** Label, control, help and error of one value, wired together by ids. */
export function Field({
  label,
  children,
  description,
  error,
  required,
  optional,
  hideLabel,
  id,
  className,
}: FieldProps) {
  const generated = useId();
  const words = useUiLabels();
  const controlId = id ?? generated;
  const hasDescription = Boolean(description);
  const hasError = Boolean(error);
  const control = useMemo<FieldControlProps>(() => {
    const describedBy = [hasDescription && `${controlId}-help`, hasError && `${controlId}-error`].filter(Boolean);
    return {
      id: controlId,
      'aria-labelledby': `${controlId}-label`,
      ...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') }),
      ...(hasError && { 'aria-invalid': true as const }),
      ...(required && { required: true }),
    };
  }, [controlId, hasDescription, hasError, required]);

  return (
    <div className={cn('flex flex-col gap-1.5 base:min-w-0', className)}>
      <Label id={`${controlId}-label`} htmlFor={controlId} className={cn(hideLabel && 'sr-only')}>
        {label}
        {optional && (
          <span className="ml-1.5 font-normal text-muted-foreground text-xs">
            {optional === true ? words.optional : optional}
          </span>
        )}
      </Label>
      <FieldContext value={control}>{typeof children === 'function' ? children(control) : children}</FieldContext>
      {description && (
        <p id={`${controlId}-help`} className="text-muted-foreground text-xs">
          {description}
        </p>
      )}
      {/* The live region exists before its text, or the first error would not be announced. */}
      <div aria-live="polite" className="empty:-mt-1.5">
        {error && (
          <p id={`${controlId}-error`} className="flex items-start gap-1.5 text-danger text-xs">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            <span className="min-w-0">{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}
