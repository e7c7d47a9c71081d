'use client';

import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { floatingBox } from './floating-classes.ts';

/** The state of a menu. */
export const DropdownMenu = Radix.Root;
/** Opens the menu; with `asChild` around a Button or IconButton. */
export const DropdownMenuTrigger = Radix.Trigger;
/** Choices of which one is on. */
export const DropdownMenuRadioGroup = Radix.RadioGroup;
/** Entries that belong together. */

const itemBox =
  'relative flex min-h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none data-[disabled]:pointer-events-none data-[disabled]:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';
const plain = 'data-[highlighted]:bg-accent data-[highlighted]:text-accent-foreground';
const tones = {
  default: `${plain} [&_svg]:text-muted-foreground`,
  danger: 'text-danger data-[highlighted]:bg-danger-surface data-[highlighted]:text-danger [&_svg]:text-danger',
};

/** The list of actions. */
export function DropdownMenuContent({
  className,
  sideOffset = 4,
  align = 'end',
  ...rest
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(
          floatingBox,
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-xs overflow-y-auto p-1',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  );
}

/** Props of {@link DropdownMenuItem}. */
interface DropdownMenuItemProps extends ComponentProps<typeof Radix.Item> {
  tone?: 'default' | 'danger';
  icon?: ReactNode;
}

/** One action; with `asChild` around a link for a place. */
export function DropdownMenuItem({
  tone = 'default',
  icon,
  className,
  children,
  asChild,
  ...rest
}: DropdownMenuItemProps) {
  const classes = cn(itemBox, tones[tone], className);
  if (asChild) {
    return (
      <Radix.Item asChild className={classes} {...rest}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item className={classes} {...rest}>
      {icon}
      {children}
    </Radix.Item>
  );
}

/** One choice of a DropdownMenuRadioGroup. */
export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(itemBox, plain, 'pl-8', className)} {...rest}>
      <Radix.ItemIndicator className="absolute left-2">
        <Check aria-hidden="true" />
      </Radix.ItemIndicator>
      {children}
    </Radix.RadioItem>
  );
}

/** The name of a group of entries. */
export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn('px-2 py-1.5 font-medium text-muted-foreground text-xs', className)} {...rest} />;
}

/** A line between groups. */
export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...rest} />;
}
