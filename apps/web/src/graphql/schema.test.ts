import {
  type GraphQLField,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from './schema.ts';

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

/** Everything that has a description, with the name that it has in the schema. */
function described(): { name: string; description: string | null | undefined }[] {
  return types
    .filter((type) => !isSpecifiedScalarType(type))
    .flatMap((type) => [
      { name: type.name, description: type.description },
      ...(isObjectType(type) ? Object.values(type.getFields()).flatMap((field) => ofField(type.name, field)) : []),
      ...(isInputObjectType(type) || isEnumType(type)
        ? (isEnumType(type) ? type.getValues() : Object.values(type.getFields())).map((part) => ({
            name: `${type.name}.${part.name}`,
            description: part.description,
          }))
        : []),
    ]);
}

function ofField(type: string, { name, description, args }: GraphQLField<unknown, unknown>) {
  return [
    { name: `${type}.${name}`, description },
    ...args.map((arg) => ({ name: `${type}.${name}(${arg.name})`, description: arg.description })),
  ];
}

describe('the schema', () => {
  // `npx vitest run apps/web/src/graphql/schema.test.ts --update=all` writes the file anew, and no other.
  it('is the one that schema.graphql shows', async () => {
    await expect(`${printSchema(schema)}\n`).toMatchFileSnapshot('../../schema.graphql');
  });

  it('describes every type, field, argument and value', () => {
    expect(
      described()
        .filter(({ description }) => !description)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('says of every amount that it is in KES', () => {
    const amounts = described().filter(({ name }) => /amount/i.test(name));
    expect(amounts.length).toBeGreaterThan(8);
    expect(amounts.filter(({ description }) => !description?.includes('KES')).map(({ name }) => name)).toEqual([]);
  });

  it('counts the rows of every list, and says where the count ends', () => {
    const connections = types.filter(({ name }) => name.endsWith('Connection')).filter(isObjectType);
    expect(connections.map((type) => String(type.getFields().totalCount?.type))).toEqual(
      connections.map(() => 'Count'),
    );
  });

  it('shows no phone number whole', () => {
    const fields = types.filter(isObjectType).flatMap((type) => Object.keys(type.getFields()));
    expect(fields.filter((name) => /phone/i.test(name))).toEqual(['maskedPhone', 'maskedPhone']);
  });

  it('holds sums in no float', () => {
    const floats = types
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .filter(({ type }) => getNamedType(type).name === 'Float');
    expect([...new Set(floats.map(({ name }) => name))].sort()).toEqual(['progress', 'successRate']);
  });

  it('changes nothing but asks for files', () => {
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {})).toEqual(['createExport']);
    expect(schema.getSubscriptionType()).toBeUndefined();
  });

  it('has a permission on every list of the root', () => {
    const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ type }) =>
      getNamedType(type).name.endsWith('Connection'),
    );
    expect(lists.map(({ name }) => name).sort()).toEqual([
      'balances',
      'deliveries',
      'disbursements',
      'events',
      'exceptions',
      'exports',
      'inquiries',
      'paymentLinks',
      'payments',
      'statementLines',
    ]);
    expect(lists.filter(({ extensions }) => !extensions.permission)).toEqual([]);
  });
});
