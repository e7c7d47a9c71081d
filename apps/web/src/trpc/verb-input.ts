import type { Tenant } from '@tillgate/domain';
import { z } from 'zod';
import type { Wire } from './wire.ts';

/** The fields that name the tenant. A procedure takes them from its checked scope, never from its input. */
const scopeKeys = ['applicationId', 'environment', 'organizationId'] as const;
type ScopeKey = (typeof scopeKeys)[number];

/** What judges the fields of an input that {@link verbInput} made, for tests that attack every field. */
export const judgesOf = new WeakMap<object, z.ZodObject>();

type Fields<Schema extends z.ZodObject> = Omit<z.input<Schema>, ScopeKey>;

/**
 * The input of a procedure that calls a verb, from the schema of the verb. The schema judges each field here; the verb is handed
 * the fields as they came, moments as dates, and reads them with the same schema. The scope and unknown fields are left out.
 */
export function verbInput<Schema extends z.ZodObject>(schema: Schema): z.ZodType<Fields<Schema>, Wire<Fields<Schema>>> {
  const fields = Object.entries(schema.shape).filter(([name]) => !scopeKeys.some((key) => key === name));
  const judge = z.object(Object.fromEntries(fields));
  const isMoment = Object.fromEntries(fields.map(([name, field]) => [name, innermost(field) instanceof z.ZodDate]));
  const given = z.record(z.string(), z.unknown()).transform((raw, context) => {
    const picked = fields.flatMap(([name]) =>
      raw[name] === undefined ? [] : [[name, isMoment[name] ? readMoment(raw[name]) : raw[name]]],
    );
    const input = Object.fromEntries(picked);
    for (const { path, message } of judge.safeParse(input).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message });
    }
    return input;
  });
  judgesOf.set(given, judge);
  // The fields are those of the schema, which has judged them.
  return given as unknown as z.ZodType<Fields<Schema>, Wire<Fields<Schema>>>;
}

/** The input of a tenant procedure without the tenant: verbs that refuse unknown fields are called with it. */
export function withoutTenant<Input extends Tenant>(input: Input): Omit<Input, keyof Tenant> {
  const { applicationId: _applicationId, environment: _environment, ...fields } = input;
  return fields;
}

function innermost(field: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault;
  return isWrapper ? innermost(field.unwrap()) : field;
}

const momentText = z.iso.datetime({ offset: true });

/** A date from ISO 8601 text with a time zone. Anything else is returned unchanged, and the schema refuses it. */
function readMoment(value: unknown): unknown {
  const text = momentText.safeParse(value);
  return text.success ? new Date(text.data) : value;
}
