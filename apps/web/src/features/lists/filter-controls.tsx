'use client';

import { Button, FilterButton } from '@tillgate/ui';
import { type ComponentType, useRef, useState } from 'react';
import { preload, unlessNewVersion } from '@/features/shell/new-version';
import type { Filter } from './filters.ts';
import { PeriodControl } from './period-control.tsx';
import { type LoadedOptions, type Option, useFilterTexts } from './use-filter-texts.ts';
import type { List } from './use-list.ts';

export type PanelProps = {
  filter: Filter;
  label: string;
  list: List;
  options: readonly Option[];
  anchor: HTMLElement;
  onClose: () => void;
};
type LoadPanel = () => Promise<ComponentType<PanelProps>>;

export type FilterControlsProps = {
  list: List;
  options?: LoadedOptions;
  /** The value in words and the panel of each custom filter, by name. */
  custom?: Record<string, { value: string | undefined; load: LoadPanel }>;
};

const loadPanel: LoadPanel = () => import('./filter-panels.tsx').then((panels) => panels.StandardPanel);

/** A button for each filter of a list. */
export function FilterControls({ list, options: loaded = {}, custom = {} }: FilterControlsProps) {
  const texts = useFilterTexts(list.definition.feature);
  return list.definition.filters.map((filter) => {
    const { name, kind } = filter;
    if (kind === 'period') return <PeriodControl key={name} list={list} />;
    const label = texts.label(name);
    if (kind === 'flag') return <Toggle key={name} list={list} name={name} on={filter.on} label={label} />;
    const options = kind === 'choice' ? texts.optionsOf(filter, loaded) : [];
    if (kind === 'choice' && options.length === 0) return null;
    const own = custom[name];
    return (
      <PanelControl
        key={name}
        filter={filter}
        list={list}
        label={label}
        options={options}
        value={own ? own.value : texts.valueText(filter, list.values, loaded)}
        load={own?.load ?? loadPanel}
      />
    );
  });
}

type PanelControlProps = Omit<PanelProps, 'anchor' | 'onClose'> & { value: string | undefined; load: LoadPanel };

/** Loads the code of its panel when the pointer or the focus reaches the button. */
function PanelControl({ value, load, ...rest }: PanelControlProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const [isOpen, setOpen] = useState(false);
  const toggle = () => {
    if (!Panel) {
      void load()
        .then((component) => setPanel(() => component))
        .catch(unlessNewVersion);
    }
    setOpen(!isOpen);
  };
  return (
    <>
      <FilterButton
        ref={button}
        label={rest.label}
        value={value}
        isOpen={isOpen}
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
        onClick={toggle}
      />
      {isOpen && Panel && button.current && <Panel {...rest} anchor={button.current} onClose={() => setOpen(false)} />}
    </>
  );
}

function Toggle({ list, name, on, label }: { list: List; name: string; on: string; label: string }) {
  const isOn = list.values[name] === on;
  return (
    <Button
      aria-pressed={isOn}
      className={isOn ? 'border-primary' : 'border-dashed'}
      onClick={() => list.set({ [name]: isOn ? undefined : on })}
    >
      {label}
    </Button>
  );
}
