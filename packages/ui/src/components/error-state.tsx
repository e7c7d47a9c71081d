'use client';

import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { Button } from './button.tsx';

/** Props of {@link ErrorState}. */
interface ErrorStateProps {
  title: ReactNode;
  /** What the reader can do about it. */
  description?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** A request id and the like, in monospace, for support. */
  detail?: ReactNode;
  /** Other ways out, beside the retry button. */
  action?: ReactNode;
}

/** What takes the place of content that could not be loaded; announced when it appears. */
export function ErrorState({ title, description, onRetry, isRetrying, detail, action }: ErrorStateProps) {
  const words = useUiLabels();
  return (
    <div role="alert" className="flex flex-col items-center justify-center gap-1 px-4 py-12 text-center">
      <span
        aria-hidden="true"
        className="mb-2 grid size-10 place-items-center rounded-lg border border-danger-border bg-danger-surface text-danger"
      >
        <TriangleAlert className="size-5" />
      </span>
      <p className="font-medium text-base">{title}</p>
      {description && <p className="max-w-md text-balance text-muted-foreground text-sm">{description}</p>}
      {detail && <p className="mt-1 max-w-full break-all font-mono text-muted-foreground text-xs">{detail}</p>}
      {(onRetry || action) && (
        <div className="mt-3 flex flex-wrap items-center justify-center gap-2">
          {onRetry && (
            <Button onClick={onRetry} isPending={isRetrying} icon={<RotateCw aria-hidden="true" />}>
              {words.retry}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
