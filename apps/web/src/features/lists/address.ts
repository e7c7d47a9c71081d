import {
  type Clock,
  type FieldsOf,
  type Filter,
  fieldsOf,
  type ListDefinition,
  type ParamOf,
  paramsOf,
  type Values,
} from './filters.ts';

/** Where in the list a page begins: older than `before`, or newer than `after`. */
export type Place = { before?: string; after?: string };
export const placeParams = ['before', 'after'] as const;

/** The parameters of an address, as the server and the browser have them. */
export type Address = Record<string, string | string[] | null | undefined>;

/** Filters and place from the parameters of an address. Unknown parameters are left out. */
export function readAddress<Filters extends readonly Filter[]>(
  { filters }: ListDefinition<Filters>,
  address: Address,
): { values: Values<ParamOf<Filters>>; place: Place } {
  const given = (name: string) => {
    const value = address[name];
    return (Array.isArray(value) ? value[0] : value) || undefined;
  };
  const values: Values = {};
  for (const name of paramsOf<readonly Filter[]>(filters)) {
    const value = given(name);
    if (value !== undefined) values[name] = value;
  }
  return { values: values as Values<ParamOf<Filters>>, place: { before: given('before'), after: given('after') } };
}

/** The input of the list's query, from the parameters of an address. The same on server and browser. */
export function listInput<Filters extends readonly Filter[]>(
  definition: ListDefinition<Filters>,
  address: Address,
  clock: Clock,
): FieldsOf<Filters> & Place {
  const { values, place } = readAddress(definition, address);
  const { before } = place;
  const after = before === undefined ? place.after : undefined;
  return Object.assign({}, fieldsOf(definition.filters, values, clock), { before, after });
}
