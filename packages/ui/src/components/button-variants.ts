import { cva, type VariantProps } from 'class-variance-authority';

/** The look of a button, for links that should look like one: `<Link className={buttonVariants({ variant: 'primary' })}>`. */
export const buttonVariants = cva(
  [
    'inline-flex shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-md border transition-colors duration-100',
    'base:relative base:justify-center base:font-medium',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    "[&_svg:not([class*='size-'])]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
        secondary:
          'bg-secondary text-secondary-foreground hover:bg-accent hover:text-accent-foreground data-[state=open]:bg-accent base:border-input',
        ghost:
          'border-transparent text-foreground hover:bg-accent hover:text-accent-foreground data-[state=open]:bg-accent',
        danger: 'border-transparent bg-destructive text-destructive-foreground hover:bg-destructive-hover',
        'danger-outline': 'border-danger-border bg-secondary text-danger hover:bg-danger-surface',
        link: 'touch-area h-auto! border-transparent p-0! text-link underline-offset-4 hover:underline',
      },
      size: {
        sm: 'h-7 px-2 text-xs pointer-coarse:h-11 pointer-coarse:min-w-11',
        md: 'h-8 px-3 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11',
        lg: 'h-10 px-4 text-base pointer-coarse:h-11',
        icon: 'size-8 p-0 pointer-coarse:size-11',
        'icon-sm': 'size-7 p-0 pointer-coarse:size-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

/** `variant` and `size` of a button. */
export type ButtonVariants = VariantProps<typeof buttonVariants>;
