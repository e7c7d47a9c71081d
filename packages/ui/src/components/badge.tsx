import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type Tone, toneFill, toneSurface } from '../lib/tone.ts';

/** Props of {@link Badge}. */
interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone;
  /** Icon before the text. */
  icon?: ReactNode;
  /** A small dot before the text: states that go on (pending, live). */
  dot?: boolean;
}

/**
 * A status or a kind in one or two words. The words carry the meaning, the tone helps to scan: success is a dot and a word,
 * so that what went wrong stands out.
 */
export function Badge({ tone = 'neutral', icon, dot, className, children, ...rest }: BadgeProps) {
  const isQuiet = tone === 'success';
  return (
    <span
      data-slot="badge"
      className={cn(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border px-1.5 align-middle font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0',
        isQuiet ? 'border-transparent' : toneSurface[tone],
        className,
      )}
      {...rest}
    >
      {(dot || isQuiet) && (
        <span
          aria-hidden="true"
          className={cn('size-1.5 shrink-0 rounded-full', isQuiet ? toneFill.success : 'bg-current')}
        />
      )}
      {icon}
      <span className="truncate">{children}</span>
    </span>
  );
}
