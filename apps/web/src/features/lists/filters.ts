import type { TimeZone } from '@/i18n/locale';
import { chosenDays, dayBounds, readMoment } from './days.ts';

const periodParams = ['period', 'from', 'to', 'since', 'until'] as const;
type PeriodParam = (typeof periodParams)[number] | 'clock';
/** The value of `clock` with which a period is about the time when money moved. */
export const movedClock = 'moved';

/** Parameters of an address that have a value. */
export type Values<Param extends string = string> = Partial<Record<Param, string>>;
export type Clock = { timeZone: TimeZone; now: Date };

type Common<Param extends string, Input> = {
  /** Its label is the text `filters.<name>` of the page; its help, if any, `filters.<name>Help`. */
  name: string;
  /** Its parameters in the address. */
  params: readonly Param[];
  /** The fields that the server is sent. Values that make no sense are left out. */
  read(values: Values, clock: Clock): Input;
};
/** The path of the option texts: `payouts.kinds`. Without it, options are shown unchanged. */
type OptionTexts = { texts?: string /** Shorter ones, for the button. */; shortTexts?: string };
type TextForm = { hasHelp?: boolean; placeholder?: string; maxLength?: number; pattern?: RegExp; isPlain?: boolean };

export type ChoiceFilter<P extends string = string, I = object> = Common<P, I> & {
  kind: 'choice';
  /** Undefined when the page loads them. */
  options: readonly string[] | undefined;
} & OptionTexts;
export type TextFilter<P extends string = string, I = object> = Common<P, I> & { kind: 'text' } & TextForm;
export type FlagFilter<P extends string = string, I = object> = Common<P, I> & { kind: 'flag'; on: string };
export type AmountFilter<P extends string = string, I = object> = Common<P, I> & { kind: 'amount'; hasHelp?: boolean };
type PeriodFilter<P extends string = string, I = object> = Common<P, I> & { kind: 'period' };
/** Several filters behind one button. Those that are on show as chips. */
export type GroupFilter<P extends string = string, I = object> = Common<P, I> & {
  kind: 'group';
  filters: readonly (TextFilter | FlagFilter)[];
};
/** A filter whose panel the page provides. */
type CustomFilter<P extends string = string, I = object> = Common<P, I> & { kind: 'custom' };

/** One filter of a list: its parameters in the address, the fields it sends, and how it looks. */
export type Filter<P extends string = string, I = object> =
  | ChoiceFilter<P, I>
  | TextFilter<P, I>
  | FlagFilter<P, I>
  | AmountFilter<P, I>
  | PeriodFilter<P, I>
  | GroupFilter<P, I>
  | CustomFilter<P, I>;

/** The filters of a page in the order in which they show, and the feature that has their texts. */
export type ListDefinition<Filters extends readonly Filter[] = readonly Filter[]> = {
  feature: string;
  filters: Filters;
};

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (whole: infer Whole) => void
  ? Whole
  : never;
export type ParamOf<Filters extends readonly Filter[]> = Filters[number]['params'][number];
/** What the filters send together. */
export type FieldsOf<Filters extends readonly Filter[]> = Intersection<ReturnType<Filters[number]['read']>>;

/** Declares the filters of a page. Everything else about them is derived from this. */
export function defineList<const Filters extends readonly Filter[]>(
  feature: string,
  filters: Filters,
): ListDefinition<Filters> {
  return { feature, filters };
}

const one = <Field extends string, Value>(field: Field, value: Value | undefined) =>
  ({ [field]: value }) as { [Key in Field]?: Value };

/** One of a few values. `allowsOther`: the address may name others too. */
export function choice<const Value extends string, Param extends string, Field extends string = Param>(
  name: Param,
  options: readonly Value[],
  how: OptionTexts & { field?: Field } = {},
): ChoiceFilter<Param, { [Key in Field]?: Value }> {
  const { field = name as string as Field, ...look } = how;
  const read = (values: Values) => one(field, oneOf(options, values[name]));
  return { kind: 'choice', name, params: [name], options, read, ...look };
}

/** One of some values, or any other value in the address. Without options, the page loads them. */
export function openChoice<Param extends string>(
  name: Param,
  options?: readonly string[],
  how: OptionTexts = {},
): ChoiceFilter<Param, { [Key in Param]?: string }> {
  return { kind: 'choice', name, params: [name], options, read: (values) => one(name, values[name]), ...how };
}

/** A text that is typed or pasted. */
export function text<Param extends string, Field extends string = Param>(
  name: Param,
  how: TextForm & { field?: Field } = {},
): TextFilter<Param, { [Key in Field]?: string }> {
  const { field = name as string as Field, ...look } = how;
  return { kind: 'text', name, params: [name], read: (values) => one(field, values[name]), ...look };
}

/** On or off. `on` is its value in the address. */
export function flag<Param extends string, Field extends string>(
  name: Param,
  { field, on }: { field: Field; on: string },
): FlagFilter<Param, { [Key in Field]?: true }> {
  const read = (values: Values) => one(field, values[name] === on ? (true as const) : undefined);
  return { kind: 'flag', name, params: [name], on, read };
}

/** From one sum to another, in whole KES: `min` and `max` in the address. */
export function amount(how: {
  hasHelp?: boolean;
}): AmountFilter<'min' | 'max', { amountMin?: number; amountMax?: number }> {
  const read = ({ min, max }: Values) => ({ amountMin: readSum(min), amountMax: readSum(max) });
  return { kind: 'amount', name: 'amount', params: ['min', 'max'], read, ...how };
}

/** The two moments that an address names, if it does. */
export function exactPeriod(values: Values): { since?: string; until?: string } | undefined {
  const [since, until] = [readMoment(values.since), readMoment(values.until)];
  return since === undefined && until === undefined ? undefined : { since, until };
}

/**
 * Days, by name (`period`) or by themselves (`from`, `to`), on the clock of the reader; or two moments
 * (`since`, `until`), as links to the rows behind a figure have them. Sent as two moments. `moved`:
 * the fields for the time when money moved, which `clock=moved` in the address asks for.
 */
export function period<Since extends string, Until extends string>(
  since: Since,
  until: Until,
  moved?: readonly [Since, Until],
): PeriodFilter<PeriodParam, { [Key in Since | Until]?: string }> {
  const read = (values: Values, { timeZone, now }: Clock) => {
    const bounds = exactPeriod(values) ?? dayBounds(chosenDays(values, timeZone, now), timeZone);
    const [from, to] = moved && values.clock === movedClock ? moved : [since, until];
    return { ...one(from, bounds.since), ...one(to, bounds.until) } as { [Key in Since | Until]?: string };
  };
  return { kind: 'period', name: 'period', params: [...periodParams, ...(moved ? (['clock'] as const) : [])], read };
}

/** Several filters behind one button. */
export function group<const Filters extends readonly (TextFilter | FlagFilter)[]>(
  name: string,
  filters: Filters,
): GroupFilter<ParamOf<Filters>, FieldsOf<Filters>> {
  const read = (values: Values, clock: Clock) => fieldsOf(filters, values, clock);
  return { kind: 'group', name, params: paramsOf(filters), filters, read };
}

/** A filter whose panel the page provides. */
export function custom<const Param extends string, Input extends object>(
  name: string,
  params: readonly Param[],
  read: (values: Values<Param>) => Input,
): CustomFilter<Param, Input> {
  return { kind: 'custom', name, params, read };
}

export const oneOf = <Value extends string>(values: readonly Value[], given: string | undefined): Value | undefined =>
  values.find((value) => value === given);

/** A sum in the address, in whole KES. */
export function readSum(given: string | undefined): number | undefined {
  return given !== undefined && /^\d{1,9}$/.test(given) && Number(given) > 0 ? Number(given) : undefined;
}

export function paramsOf<const Filters extends readonly Filter[]>(filters: Filters): ParamOf<Filters>[] {
  return filters.flatMap(({ params }) => params);
}

export function fieldsOf<const Filters extends readonly Filter[]>(
  filters: Filters,
  values: Values,
  clock: Clock,
): FieldsOf<Filters> {
  return Object.assign({}, ...filters.map(({ read }) => read(values, clock))) as FieldsOf<Filters>;
}
