import { attacks } from '@tillgate/domain/testing';
import { z } from 'zod';
import type { Meta } from './init.ts';
import { appRouter } from './root.ts';
import { judgesOf } from './verb-input.ts';

/** The kind of an input field, for attacks. */
export type FieldKind =
  | 'id'
  | 'place'
  | 'url'
  | 'pattern'
  | 'text'
  | 'number'
  | 'flag'
  | 'choice'
  | 'moment'
  | 'open'
  | 'file';
type Field = { path: string[]; kind: FieldKind; isRequired: boolean; schema: z.core.$ZodType };
export type AttackedProcedure = { path: string; type: string; meta: Meta; fields: Field[] };

const tenantFields = new Set(['applicationId', 'environment', 'organizationId']);
const isUuid = (schema: z.core.$ZodType) => schema instanceof z.ZodUUID;
const isMoment = (schema: z.core.$ZodType) => schema instanceof z.ZodISODateTime || schema instanceof z.ZodDate;

/** Receipts are the provider's and the keys of a bucket its server's: neither is an id of a row of ours. */
const notIds = new Set(['accessKeyId', 'transactionId']);

/** The kind of a field that is one text, from its schema and its name. */
function kindOfText(name: string, schema: z.core.$ZodType): FieldKind {
  if (isMoment(schema)) return 'moment';
  if (name === 'before' || name === 'after') return 'place';
  if (isUuid(schema) || (/Ids?$/.test(name) && !notIds.has(name))) return 'id';
  if (/url$/i.test(name)) return 'url';
  if (/pattern/i.test(name)) return 'pattern';
  return 'text';
}

/** Every field below a schema. Throws for a type of schema that has no attacks yet. */
function fieldsBelow(schema: z.core.$ZodType, path: string[], isRequired: boolean): Field[] {
  const name = path.at(-1) ?? '';
  const field = (kind: FieldKind): Field[] => [{ path, kind, isRequired, schema }];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return fieldsBelow(schema.unwrap(), path, false);
  }
  if (schema instanceof z.ZodNullable) return fieldsBelow(schema.unwrap(), path, isRequired);
  if (schema instanceof z.ZodPipe) return fieldsBelow(schema.def.in, path, isRequired);
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, inner]) => fieldsBelow(inner, [...path, key], isRequired));
  }
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option, index) => fieldsBelow(option, path, isRequired && index === 0));
  }
  if (schema instanceof z.ZodArray) {
    return fieldsBelow(schema.element, path, isRequired).map((inner) => ({ ...inner, schema }));
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return field(kindOfText(name, schema));
  if (schema instanceof z.ZodNumber) return field('number');
  if (schema instanceof z.ZodBoolean) return field('flag');
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return field('choice');
  if (schema instanceof z.ZodDate) return field('moment');
  // Only files are judged by a function of ours.
  if (schema instanceof z.ZodCustom) return field('file');
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodRecord) return field('open');
  throw new Error(`${path.join('.')} is a ${schema._zod.def.type}: say in this file how to attack it`);
}

/** Every procedure of the router with the fields of its input, but for those that name the tenant. */
export const attackedProcedures: AttackedProcedure[] = Object.entries(appRouter._def.procedures).map(
  ([path, procedure]) => {
    const { inputs, meta, type } = (
      procedure as unknown as { _def: { inputs: z.core.$ZodType[]; meta: Meta; type: string } }
    )._def;
    // The first input of a scoped procedure is the scope itself, which the matrix attacks.
    const own = meta.scope === 'tenant' || meta.scope === 'organization' ? inputs.slice(1) : inputs;
    const fields = own.flatMap((input) => fieldsBelow(judgesOf.get(input) ?? input, [], true));
    const named = fields.filter(({ path: [name = ''] }) => meta.scope !== 'tenant' || !tenantFields.has(name));
    return { path, type, meta, fields: named };
  },
);

const moments = ['1970-01-01', '0000-00-00T00:00:00Z', '-271821-04-20T00:00:00Z', '9999-99-99T99:99:99Z', 'now()'];

/** The attacks on a value of each kind. A full record: a new kind does not compile without its attacks. */
export const attacksOn: Record<FieldKind, readonly unknown[]> = {
  id: attacks.malformedIds,
  place: [...attacks.malformedIds, '1.x', `${'9'.repeat(15)}.${attacks.missingId}`],
  url: attacks.privateUrls,
  pattern: [...attacks.patterns, ...attacks.injections],
  text: [...attacks.injections, ...attacks.scripts],
  number: attacks.numbers,
  flag: ['true', 1, 'on'],
  choice: [...attacks.injections, 'SANDBOX'],
  moment: [...moments, ...attacks.injections],
  open: attacks.shapes,
  file: [
    ...attacks.shapes,
    new Uint8Array(),
    Buffer.from('PK\u0003\u0004 broken'),
    Buffer.from(attacks.scripts.join('\n')),
  ],
};

/** Valid values of fields with special rules, by name. A new rule needs its line. */
const rightTexts: Record<string, string> = {
  accessKeyId: 'AKID',
  action: 'key.created',
  actor: 'operator',
  bucket: 'shop-files',
  code: '123456',
  cpi: '600200',
  csv: 'phone,list,reason\n0712345678,block,fraud\n',
  day: '2026-01-01',
  email: 'somebody@shop.example',
  exactAmount: '10',
  endpoint: 'https://files.example.com',
  from: '2026-11-20',
  metadata: 'orderId=1042',
  password: 'a long enough password of tests',
  newPassword: 'a long enough password of tests',
  phone: '254712345678',
  prefix: 'tillgate',
  query: 'status=failed',
  region: 'eu-west-1',
  receipt: 'TKH1234567',
  secretAccessKey: 'a-secret-of-tests',
  shortcode: '600300',
  size: '300',
  tillNumber: '5123456',
  timeZone: 'UTC',
  to: '2026-11-20',
  transactionId: 'TJK1A2B3C4',
};

/** Optional fields that an input needs for some values of another field. */
const alsoRight: Record<string, object> = {
  'reconciliation.record': { reason: 'On the statement' },
  'reviews.resolve': { receipt: rightTexts.receipt, reason: 'On the statement' },
};

function rightValue({ path, kind, schema }: Field, idOf: (name: string) => string): unknown {
  const name = path.at(-1) ?? '';
  if (schema instanceof z.ZodArray) return [];
  switch (kind) {
    case 'number':
      return 10;
    case 'flag':
      return false;
    case 'choice':
      return schema instanceof z.ZodEnum ? schema.options[0] : (schema as z.ZodLiteral).value;
    case 'moment':
      return '2026-01-01T00:00:00Z';
    case 'id':
      return idOf(name);
    case 'place':
      return attacks.missingId;
    case 'url':
      return 'https://shop.example.com/hook';
    case 'pattern':
      return '[0-9]+';
    case 'open':
      return {};
    case 'file':
      return Buffer.from('Receipt No.,Completion Time,Transaction Status,Paid In,Withdrawn\n');
    case 'text':
      return rightTexts[name] ?? `right ${name}`.replaceAll(' ', '-');
  }
}

/** An input with one value at a path. */
export function withValue(input: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): object {
  if (rest.length === 0) return { ...input, [name]: value };
  return { ...input, [name]: withValue({}, rest, value) };
}

/** An input that has what the procedure requires, all of it right. */
export function rightInput(
  { path, fields }: AttackedProcedure,
  idOf: (name: string) => string = () => attacks.missingId,
): Record<string, unknown> {
  let input: object = { ...alsoRight[path] };
  for (const field of fields.filter(({ isRequired }) => isRequired)) {
    input = withValue(input as Record<string, unknown>, field.path, rightValue(field, idOf));
  }
  return input as Record<string, unknown>;
}

/** A list field takes lists. */
export const asSent = ({ schema }: Pick<Field, 'schema'>, value: unknown): unknown =>
  schema instanceof z.ZodArray ? [value] : value;
