import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type ButtonVariants, buttonVariants } from './button-variants.ts';
import { Spinner } from './spinner.tsx';

/** Props of {@link Button}; `variant` defaults to secondary: a page has one primary button. */
export interface ButtonProps extends ComponentProps<'button'>, ButtonVariants {
  /** Keeps the width, shows a spinner and takes no second click while true. */
  isPending?: boolean;
  /** Icon before the text. */
  icon?: ReactNode;
}

/** Starts an action. For navigation use a link with `buttonVariants()`. */
export function Button({ isPending, icon, variant, size, className, type, disabled, children, ...rest }: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), isPending && 'text-transparent!', className);
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
