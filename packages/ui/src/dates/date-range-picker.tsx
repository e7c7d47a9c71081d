'use client';

import { CalendarDays } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '../components/button.tsx';
import { buttonVariants } from '../components/button-variants.ts';
import { Field } from '../components/field.tsx';
import { Input } from '../components/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../components/popover.tsx';
import { cn } from '../lib/cn.ts';
import { Calendar } from './calendar.tsx';
import { type Day, type DayRange, dateOf, formatRange, inOrder, isSameRange } from './day.ts';

/** A range with a name: "Last 7 days". */
interface DatePreset extends DayRange {
  id: string;
  label: string;
}

/** Props of {@link DateRangePicker}. */
export interface DateRangePickerProps {
  value: DayRange;
  onValueChange: (value: DayRange) => void;
  /** Computed by the app in its own time zone. */
  presets: readonly DatePreset[];
  /** BCP 47 tag for names of months and days. */
  locale: string;
  /** Names the button and the panel: "Period". */
  label: string;
  /** On the button while no range is chosen. */
  placeholder: string;
  fromLabel: string;
  toLabel: string;
  applyLabel: string;
  previousLabel: string;
  nextLabel: string;
  /** With it, the range can be taken off again. */
  clearLabel?: string;
  max?: Day;
  today?: Day;
}

const wide = '(width >= 48rem)';

function subscribe(changed: () => void) {
  const query = window.matchMedia(wide);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Two months side by side where there is room. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}

type PanelProps = DateRangePickerProps & { choose: (range: DayRange) => void };

function Presets({ presets, value, choose, label }: PanelProps) {
  return (
    <fieldset className="flex gap-1 overflow-x-auto border-b p-2 md:w-40 md:flex-col md:border-r md:border-b-0">
      <legend className="sr-only">{label}</legend>
      {presets.map((preset) => (
        <button
          key={preset.id}
          type="button"
          aria-pressed={isSameRange(preset, value)}
          onClick={() => choose({ from: preset.from, to: preset.to })}
          className={cn(
            buttonVariants({ variant: 'ghost', size: 'md' }),
            'justify-start font-normal aria-pressed:bg-accent aria-pressed:font-medium max-md:border-border',
          )}
        >
          {preset.label}
        </button>
      ))}
    </fieldset>
  );
}

/** Mounted with each opening: it starts from the value and leaves it alone until applied. */
function Panel(props: PanelProps) {
  const { value, choose, max } = props;
  const [draft, setDraft] = useState(value);
  const isWide = useIsWide();
  const type = (end: 'from' | 'to') => (day: string) => setDraft({ ...draft, [end]: day || undefined });
  const isReady = [draft.from, draft.to].every((day) => !day || dateOf(day)) && Boolean(draft.from || draft.to);
  const input = (end: 'from' | 'to', label: string) => (
    <Field label={label} className="flex-1">
      <Input
        type="date"
        max={max}
        value={draft[end] ?? ''}
        onChange={(event) => type(end)(event.target.value)}
        className="[&::-webkit-calendar-picker-indicator]:hidden"
      />
    </Field>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (isReady) choose(inOrder(draft));
      }}
      className="flex flex-col md:flex-row"
    >
      {props.presets.length > 0 && <Presets {...props} />}
      <div className="flex min-w-0 flex-col gap-3 p-3">
        <div className="flex gap-3">
          {input('from', props.fromLabel)}
          {input('to', props.toLabel)}
        </div>
        <Calendar
          // A typed end moves the months to it.
          key={isWide ? 'wide' : 'narrow'}
          value={draft}
          onValueChange={setDraft}
          months={isWide ? 2 : 1}
          locale={props.locale}
          previousLabel={props.previousLabel}
          nextLabel={props.nextLabel}
          max={max}
          today={props.today}
        />
        <div className="sticky bottom-0 -mx-3 -mb-3 flex justify-end gap-2 border-t bg-popover px-3 py-2 md:static md:m-0 md:border-t-0 md:p-0">
          {props.clearLabel && (value.from || value.to) && (
            <Button variant="ghost" onClick={() => choose({})}>
              {props.clearLabel}
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={!isReady}>
            {props.applyLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The period of a list or a report: by name, by calendar or by typing. */
export function DateRangePicker(props: DateRangePickerProps) {
  const { value, presets, locale, label, placeholder, onValueChange } = props;
  const [isOpen, setOpen] = useState(false);
  const named = presets.find((preset) => isSameRange(preset, value));
  const text = named?.label ?? formatRange(value, locale);
  const choose = (range: DayRange) => {
    onValueChange(range);
    setOpen(false);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger className={cn(buttonVariants(), 'max-w-full')}>
        <CalendarDays aria-hidden="true" className="size-3.5! text-muted-foreground" />
        <span className="sr-only">{label}: </span>
        <span className={cn('truncate', !text && 'font-normal text-muted-foreground')}>{text || placeholder}</span>
      </PopoverTrigger>
      <PopoverContent aria-label={label} className="w-auto p-0">
        <Panel {...props} choose={choose} />
      </PopoverContent>
    </Popover>
  );
}
