'use client';

import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useUiLabels } from '../lib/ui-provider.tsx';
import { controlBox } from './control-classes.ts';
import { useFieldControl } from './field-context.ts';
import { floatingBox } from './floating-classes.ts';

/** One choice of a {@link Combobox}. */
interface ComboboxOption {
  value: string;
  label: string;
  description?: ReactNode;
  /** More words that find it. */
  keywords?: string;
}

/** Props of {@link Combobox}. */
interface ComboboxProps {
  options: readonly ComboboxOption[];
  value?: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
}

function matching(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter((option) => {
    const hay = `${option.label} ${option.keywords ?? ''}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
}

interface State {
  isOpen: boolean;
  text: string;
  active: number;
}

const closed: State = { isOpen: false, text: '', active: 0 };

/** The combobox's state and its keyboard: arrows move, Enter takes, Escape gives up. */
function useCombobox({ options, value, onValueChange }: ComboboxProps) {
  const [state, setState] = useState(closed);
  const shown = matching(options, state.text);
  const open = () => {
    if (!state.isOpen)
      setState({
        ...closed,
        isOpen: true,
        active: Math.max(
          0,
          options.findIndex((o) => o.value === value),
        ),
      });
  };
  const close = () => setState(closed);
  const search = (text: string) => setState({ isOpen: true, text, active: 0 });
  const take = (option: ComboboxOption | undefined) => {
    if (!option) return;
    onValueChange(option.value);
    close();
  };
  const move = (step: number) => {
    if (!state.isOpen) return open();
    setState({ ...state, active: Math.min(Math.max(state.active + step, 0), shown.length - 1) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: state.isOpen ? () => take(shown[state.active]) : undefined,
      Escape: state.isOpen ? close : undefined,
      Tab: state.isOpen ? close : undefined,
    };
    const act = acts[event.key];
    if (!act) return;
    if (event.key !== 'Tab') event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
    act();
  };
  return { state, shown, open, close, search, take, onKeyDown };
}

type ListProps = { id: string; value: string | undefined; box: ReturnType<typeof useCombobox> };

function ChoiceList({ id, box, value }: ListProps) {
  const words = useUiLabels();
  return (
    <div role="listbox" id={`${id}-list`} aria-label={words.search} className="max-h-64 overflow-y-auto p-1">
      {box.shown.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text box holds the focus and the keyboard
        <div
          key={option.value}
          id={`${id}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          ref={index === box.state.active ? (node) => node?.scrollIntoView?.({ block: 'nearest' }) : undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => box.take(option)}
          className={cn(
            'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-sm hover:bg-accent pointer-coarse:min-h-11',
            index === box.state.active && 'bg-accent text-accent-foreground',
          )}
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate">{option.label}</span>
            {option.description && (
              <span className="block truncate text-muted-foreground text-xs">{option.description}</span>
            )}
          </span>
          {option.value === value && <Check aria-hidden="true" className="size-4 shrink-0" />}
        </div>
      ))}
      {box.shown.length === 0 && (
        <p role="presentation" className="px-2 py-3 text-center text-muted-foreground text-sm">
          {words.noMatches}
        </p>
      )}
    </div>
  );
}

/** One of many choices, found by typing. For a dozen or fewer use Select. */
export function Combobox(props: ComboboxProps) {
  const { options, value, placeholder } = props;
  const id = useId();
  const field = useFieldControl();
  const anchor = useRef<HTMLDivElement>(null);
  const box = useCombobox(props);
  const { state } = box;
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root open={state.isOpen} onOpenChange={(next) => (next ? box.open() : box.close())}>
      <Radix.Anchor ref={anchor} className="relative min-w-0">
        <input
          {...field}
          role="combobox"
          aria-expanded={state.isOpen}
          aria-controls={state.isOpen ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={state.isOpen && box.shown.length > 0 ? `${id}-option-${state.active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={chosen && state.isOpen ? chosen.label : placeholder}
          value={state.isOpen ? state.text : (chosen?.label ?? '')}
          onChange={(event) => box.search(event.target.value)}
          onClick={box.open}
          onBlur={box.close}
          onKeyDown={box.onKeyDown}
          className={cn(controlBox, 'h-8 truncate pr-8 pl-2.5 pointer-coarse:h-11')}
        />
        <ChevronsUpDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-muted-foreground"
        />
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className={cn(floatingBox, 'w-(--radix-popover-trigger-width) min-w-56')}
        >
          <ChoiceList id={id} box={box} value={value} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
