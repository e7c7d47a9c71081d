import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type ButtonVariants, buttonVariants } from './button-variants.ts';
import { Spinner } from './spinner.tsx';

/** Props of {@link Button}; `variant` defaults to secondary: a page has one primary button. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonVariants {
  /** Renders the only child (a link) in the look of a button. */
  asChild?: boolean;
  /** Keeps the width, shows a spinner and takes no second click while true. */
  isPending?: boolean;
  /** Icon before the text. */
  icon?: ReactNode;
}

/** Starts an action. For navigation put a link inside with `asChild`. */
export function Button({
  asChild,
  isPending,
  icon,
  variant,
  size,
  className,
  type,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), isPending && 'text-transparent!', className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {icon}
        <Slot.Slottable>{children}</Slot.Slottable>
      </Slot.Root>
    );
  }
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      {...rest}
    >
      {icon}
      {children}
      {isPending && (
        <span
          className={cn(
            'absolute inset-0 grid place-items-center',
            variant === 'primary' || variant === 'danger' ? 'text-primary-foreground' : 'text-foreground',
          )}
        >
          <Spinner />
        </span>
      )}
    </button>
  );
}
