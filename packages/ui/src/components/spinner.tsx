import { LoaderCircle } from 'lucide-react';
import { cn } from '../lib/cn.ts';

/** Props of {@link Spinner}. */
interface SpinnerProps {
  /** Said to screen readers; without it the spinner is decoration beside a text. */
  label?: string;
  className?: string;
}

/** Says that something short is going on. Pages and tables use skeletons instead. */
export function Spinner({ label, className }: SpinnerProps) {
  const icon = <LoaderCircle aria-hidden="true" className={cn('size-4 animate-spin', className)} />;
  if (!label) return icon;
  return (
    <span role="status" className="inline-flex">
      {icon}
      <span className="sr-only">{label}</span>
    </span>
  );
}
