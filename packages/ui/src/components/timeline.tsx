import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type Tone, toneSurface } from '../lib/tone.ts';

/** One step of a {@link Timeline}. */
export interface TimelineItem {
  id: string;
  title: ReactNode;
  tone?: Tone;
  icon?: ReactNode;
  /** When, and by whom. */
  meta?: ReactNode;
  /** A sentence or a component below. */
  detail?: ReactNode;
  /** Still to come: drawn with a dashed ring. */
  isPending?: boolean;
}

/** Props of {@link Timeline}. */
interface TimelineProps {
  items: readonly TimelineItem[];
  /** Names the list. */
  label: string;
}

/** What happened, in order: the life of a payment, the attempts of a delivery. */
export function Timeline({ items, label }: TimelineProps) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {items.map((item) => (
        <li key={item.id} className="group relative flex gap-3 pb-5 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-6 bottom-0 left-3 w-px -translate-x-1/2 bg-border group-last:hidden"
          />
          <span
            aria-hidden="true"
            className={cn(
              'relative grid size-6 shrink-0 place-items-center rounded-full border [&_svg]:size-3.5',
              toneSurface[item.tone ?? 'neutral'],
              item.isPending && 'border-dashed bg-card!',
            )}
          >
            {item.icon ?? <span className="size-1.5 rounded-full bg-current" />}
          </span>
          <div className="min-w-0 flex-1 pt-0.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <p className={cn('min-w-0 font-medium text-sm', item.isPending && 'text-muted-foreground')}>
                {item.title}
              </p>
              {item.meta && <p className="text-muted-foreground text-xs">{item.meta}</p>}
            </div>
            {item.detail && <div className="mt-1 text-muted-foreground text-sm">{item.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
