import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Props of {@link ChoiceLabel}. */
interface ChoiceLabelProps {
  label?: ReactNode;
  description?: ReactNode;
  /** The id that the control's `aria-describedby` names. */
  descriptionId: string;
  /** The control: a checkbox, switch or radio button. */
  control: ReactNode;
  className?: string;
}

/** A small control with its text beside it; the whole is the target. Without a label it is the control alone. */
export function ChoiceLabel({ label, description, descriptionId, control, className }: ChoiceLabelProps) {
  if (!label) return control;
  return (
    <span className={cn('flex min-w-0 items-start gap-2', className)}>
      {control}
      <span className="flex min-w-0 flex-col">
        {label}
        {description && (
          <span id={descriptionId} className="text-muted-foreground text-xs">
            {description}
          </span>
        )}
      </span>
    </span>
  );
}
