import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { CopyButton } from './copy-button.tsx';

/** Props of {@link CodeBlock}. */
interface CodeBlockProps {
  code: string;
  /** A line above: the language, the file, what it does. */
  title?: ReactNode;
  /** Breaks long lines instead of scrolling. */
  wrap?: boolean;
  /** Names the scrolling region. */
  label?: string;
  className?: string;
}

/** A command or a snippet to copy. */
export function CodeBlock({ code, title, wrap, label, className }: CodeBlockProps) {
  return (
    <div className={cn('relative min-w-0 rounded-lg border bg-muted text-left', className)}>
      {title && <div className="border-b px-3 py-1.5 pr-12 text-muted-foreground text-xs">{title}</div>}
      <CopyButton
        value={code}
        className={cn('absolute z-10 bg-muted', title ? 'top-0 right-1.5' : 'top-2 right-px w-10')}
      />
      {/* What scrolls must be reachable with the keyboard. */}
      <pre
        tabIndex={wrap ? undefined : 0}
        {...(label && { role: 'region', 'aria-label': label })}
        className={cn(
          'overflow-x-auto rounded-lg p-3 pr-10 font-mono text-xs leading-5',
          wrap && 'whitespace-pre-wrap break-all',
        )}
      >
        <code>{code}</code>
      </pre>
    </div>
  );
}
