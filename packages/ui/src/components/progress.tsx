import { cn } from '../lib/cn.ts';
import { type Tone, toneFill } from '../lib/tone.ts';

/** Props of {@link Progress}. */
interface ProgressProps {
  /** What is going on; the accessible name. */
  label: string;
  /** 0 to `max`; absent while the end is not known. */
  value?: number;
  max?: number;
  tone?: Tone;
  /** The value in words: "40 of 60 s". */
  valueText?: string;
  className?: string;
}

/** How far something has come. */
export function Progress({ label, value, max = 100, tone = 'success', valueText, className }: ProgressProps) {
  const share = value === undefined || max <= 0 ? undefined : Math.min(Math.max(value / max, 0), 1);
  return (
    <div
      role="progressbar"
      tabIndex={-1}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className={cn('h-1.5 w-full overflow-hidden bg-border base:rounded-full', className)}
    >
      <div
        className={cn(
          'h-full origin-left rounded-full transition-transform duration-300',
          toneFill[tone],
          share === undefined && 'w-1/3 animate-skeleton',
        )}
        style={share === undefined ? undefined : { transform: `scaleX(${share})` }}
      />
    </div>
  );
}
