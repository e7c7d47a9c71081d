import { cn } from '@tillgate/ui';

/** The product's name with its mark. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2 font-semibold tracking-tight', className)}>
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-[1.5em] shrink-0">
        <rect width="32" height="32" rx="8" className="fill-primary" />
        <path
          d="M8 10.5h16M16 10.5V24M11 24h10"
          fill="none"
          strokeWidth="3.2"
          strokeLinecap="round"
          className="stroke-primary-foreground"
        />
      </svg>
      Tillgate
    </span>
  );
}
