import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type ButtonVariants, buttonVariants } from './button-variants.ts';

/** Props of {@link IconButton}. */
interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name; also the browser's tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariants['variant'];
  size?: 'icon' | 'icon-sm';
}

/** A button of one icon, where its meaning is plain and room is short. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'icon',
  className,
  type,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={cn(buttonVariants({ variant, size }), className)}
      {...rest}
    >
      {icon}
    </button>
  );
}
