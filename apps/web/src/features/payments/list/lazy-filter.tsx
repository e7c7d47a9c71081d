'use client';

import { buttonVariants, cn } from '@tillgate/ui';
import { ListFilter } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import type { Filters } from '../use-filters.ts';

export type PanelName = 'status' | 'source' | 'reason' | 'amount' | 'more';
export type PanelProps = { name: PanelName; label: string; filters: Filters; anchor: HTMLElement; onClose: () => void };

const load = () => import('./filter-panel.tsx').then((panels) => panels.FilterPanel);

type Props = { name: PanelName; label: string; value: ReactNode; filters: Filters };

/** A filter of the list. What is behind its button is loaded when somebody reaches for it. */
export function LazyFilter({ name, label, value, filters }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const [isOpen, setOpen] = useState(false);
  const isOn = value !== undefined && value !== '';
  const toggle = () => {
    if (!Panel) void load().then((component) => setPanel(() => component));
    setOpen(!isOpen);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={toggle}
        className={cn(buttonVariants(), 'max-w-full', !isOn && 'border-dashed')}
      >
        {!isOn && <ListFilter aria-hidden="true" className="size-3.5! text-muted-foreground" />}
        <span className={cn(isOn && 'font-normal text-muted-foreground')}>{label}</span>
        {isOn && <span className="truncate">{value}</span>}
      </button>
      {isOpen && Panel && button.current && (
        <Panel name={name} label={label} filters={filters} anchor={button.current} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
