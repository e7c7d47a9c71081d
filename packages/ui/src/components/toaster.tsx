'use client';

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Toaster as Sonner } from 'sonner';
import { Spinner } from './spinner.tsx';

export { toast } from 'sonner';

/** Props of {@link Toaster}. */
export interface ToasterProps {
  /** Names the region. */
  label?: string;
}

const style = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': '8px',
} as CSSProperties;

/** Where short answers to actions appear (`toast.success('…')`). Mounted once. Errors of forms belong to the form instead. */
export function Toaster({ label }: ToasterProps) {
  return (
    <Sonner
      position="bottom-right"
      style={style}
      containerAriaLabel={label}
      gap={8}
      icons={{
        success: <CircleCheck className="size-4 text-success" />,
        error: <CircleAlert className="size-4 text-danger" />,
        warning: <TriangleAlert className="size-4 text-warning" />,
        info: <Info className="size-4 text-info" />,
        loading: <Spinner />,
      }}
      toastOptions={{
        classNames: { toast: 'font-sans! text-sm! shadow-overlay!', description: 'text-muted-foreground!' },
      }}
    />
  );
}
