import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { type Tone, toneSurface } from '../lib/tone.ts';

/** Props of {@link Callout}. */
interface CalloutProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** Replaces the icon of the tone. */
  icon?: ReactNode;
  /** Buttons or links below the text. */
  actions?: ReactNode;
  /** `alert` for what appears in answer to an action; nothing for what is part of the page. */
  role?: 'alert' | 'status' | 'note';
  className?: string;
}

const icons: Record<Tone, typeof Info> = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

/** A remark that must not be missed, inside the flow of the page. */
export function Callout({ tone = 'info', title, children, icon, actions, role, className }: CalloutProps) {
  const Icon = icons[tone];
  return (
    <div role={role} className={cn('flex gap-2.5 rounded-lg border px-3 py-2.5 text-sm', toneSurface[tone], className)}>
      <span aria-hidden="true" className="mt-0.5 shrink-0 [&_svg]:size-4">
        {icon ?? <Icon />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="min-w-0 text-foreground">{children}</div>}
        {actions && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
