import { invalidInput, issue, issues } from '@tillgate/domain';
import { z } from 'zod';
import { judgesOf } from './verb-input.ts';

type Procedures = Record<string, { _def: { inputs?: unknown[] } }>;

/** The fields that each procedure reads, by its path. Undefined where an input is no object of named fields. */
const known = new Map<string, ReadonlySet<string> | undefined>();

/** Notes what the procedures of a router read. */
export function noteFields(procedures: object): void {
  for (const [path, { _def }] of Object.entries(procedures as Procedures)) {
    const fields = (_def.inputs ?? []).map(fieldsOf);
    known.set(path, fields.includes(undefined) ? undefined : new Set(fields.flatMap((names) => names ?? [])));
  }
}

function fieldsOf(input: unknown): string[] | undefined {
  const judge = typeof input === 'object' && input !== null ? judgesOf.get(input) : undefined;
  const schema = judge ?? input;
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined;
}

/** The fields that a procedure reads; undefined where its input is no object of named fields. */
export const fieldsRead = (path: string): ReadonlySet<string> | undefined => known.get(path);

/**
 * Refuses a field that the procedure does not read: a mistyped name would otherwise silently change the effect.
 * @throws DomainError invalid_input
 */
export function demandKnownFields(path: string, raw: unknown): void {
  const fields = known.get(path);
  if (!fields || typeof raw !== 'object' || raw === null || Array.isArray(raw)) return;
  const unknown = Object.keys(raw).filter((name) => !fields.has(name));
  if (unknown.length > 0) throw invalidInput(...unknown.map((name) => issue(name, issues.unknownField)));
}
