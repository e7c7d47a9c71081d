import { Option } from 'commander';

/** An option of a command: how it is given, and what it is read as. */
export class Field<T> {
  /** @param convert gets what commander found: a text, a boolean, or undefined when the option was omitted */
  constructor(
    readonly option: Option,
    private readonly convert: (given: unknown) => T | Promise<T>,
  ) {}

  /** Reads the value from all that commander found. @throws DomainError invalid_input */
  read(given: Record<string, unknown>): T | Promise<T> {
    return this.convert(given[this.option.attributeName()]);
  }

  /** Cannot be given together with the option of this attribute, such as `notPaid` for `--not-paid`. */
  conflicting(attribute: string): this {
    this.option.conflicts(attribute);
    return this;
  }

  /** Reads the text with `reader`, which gets the name of the option for its errors. An omitted option stays undefined. */
  as<U>(
    reader: (flag: string, text: NonNullable<T>) => U | Promise<U>,
  ): Field<U | (undefined extends T ? undefined : never)>;
  as<U>(reader: (flag: string, text: NonNullable<T>) => U | Promise<U>): Field<U | undefined> {
    return new Field(this.option, async (given) => {
      const value = await this.convert(given);
      return value === undefined || value === null ? undefined : reader(this.option.long ?? '', value);
    });
  }
}

/** The options of a command, by the names that its code uses. */
export type Fields = Record<string, Field<unknown>>;
export type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

/** Reads the options in the order of the table. @throws DomainError invalid_input for the first that is not valid */
export async function readFields<F extends Fields>(fields: F, given: Record<string, unknown>): Promise<Values<F>> {
  const values = [];
  for (const [name, field] of Object.entries(fields)) values.push([name, await field.read(given)]);
  return Object.fromEntries(values);
}

/** An option that must be given. */
export function required(flags: string, about: string): Field<string> {
  return new Field(new Option(flags, about).makeOptionMandatory(), String);
}

/** An option that may be omitted. */
export function optional(flags: string, about: string): Field<string | undefined> {
  return new Field(new Option(flags, about), (given) => (given === undefined ? undefined : String(given)));
}

/** An option that may be given any number of times. */
export function repeated(flags: string, about: string): Field<string[] | undefined> {
  const option = new Option(flags, about).argParser<string[]>((text, before = []) => [...before, text]);
  return new Field(option, (given) => (Array.isArray(given) ? given.map(String) : undefined));
}

/** An option with a value for when it is omitted, which the help shows. */
export function defaulting(flags: string, about: string, value: string): Field<string> {
  return new Field(new Option(flags, about).default(value), String);
}

/** An option without a value. `--no-…` is true unless it is given. */
export function flag(flags: string, about: string): Field<boolean> {
  return new Field(new Option(flags, about), (given) => given === true);
}

/** An option that takes one of these words, or may be omitted. */
export function choice<T extends string>(flags: string, about: string, words: readonly T[]): Field<T | undefined> {
  return new Field(new Option(flags, about).choices(words), (given) => words.find((word) => word === given));
}

/** An option that takes one of these words. `value` is for when it is omitted; without one it must be given. */
export function requiredChoice<T extends string>(
  flags: string,
  about: string,
  words: readonly T[],
  value?: T,
): Field<T> {
  const option = new Option(flags, about).choices(words);
  if (value === undefined) option.makeOptionMandatory();
  else option.default(value);
  return new Field(option, (given) => {
    const chosen = words.find((word) => word === given);
    if (chosen === undefined) throw new Error(`Commander let pass what is not a choice of ${flags}.`);
    return chosen;
  });
}
