'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { type ButtonVariants, buttonVariants } from './button-variants.ts';

const copiedShownMs = 2_000;

/** Props of {@link CopyButton}. */
interface CopyButtonProps {
  /** The text that goes to the clipboard. */
  value: string;
  /** The accessible name: "Copy receipt". */
  label?: string;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
  variant?: ButtonVariants['variant'];
  size?: 'icon-sm' | 'icon' | 'sm' | 'md';
  className?: string;
}

/** The clipboard API exists in secure contexts only; a gateway in a local network may be on plain http. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.style.cssText = 'position:fixed;opacity:0';
    // Inside a dialog the focus trap would take focus back from anything outside it.
    const parent = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body;
    parent.append(area);
    area.select();
    const isDone = document.execCommand?.('copy') ?? false;
    area.remove();
    return isDone;
  }
}

/** Copies a text and says that it did. */
export function CopyButton(props: CopyButtonProps) {
  const { value, showLabel, variant = 'ghost', className } = props;
  const words = useUiLabels();
  const [isCopied, setCopied] = useState(false);
  const label = props.label ?? words.copy;

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedShownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    if (!(await copyText(value))) return;
    setCopied(true);
  }

  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={showLabel ? undefined : label}
      title={showLabel ? undefined : label}
      onClick={() => void copy()}
      className={cn(buttonVariants({ variant, size: props.size ?? (showLabel ? 'md' : 'icon-sm') }), className)}
    >
      <Icon
        aria-hidden="true"
        className={cn('size-3.5', isCopied ? 'text-success' : !showLabel && 'text-muted-foreground')}
      />
      {showLabel && (isCopied ? words.copied : label)}
      <span role="status" className="sr-only">
        {isCopied ? words.copied : ''}
      </span>
    </button>
  );
}
