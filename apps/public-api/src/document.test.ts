import { createBatchSchema, submitBatchSchema } from '@tillgate/domain/batches';
import { payoutSchema, reversalSchema } from '@tillgate/domain/disbursements';
import { accountBalanceSchema, transactionStatusSchema } from '@tillgate/domain/inquiries';
import { changeLinkSchema, createLinkSchema } from '@tillgate/domain/links';
import { collectSchema, simulateOutcomeSchema } from '@tillgate/domain/payments';
import { qrSchema } from '@tillgate/domain/qr';
import { listLinksSchema } from '@tillgate/domain/reading/links';
import { listPaymentsSchema } from '@tillgate/domain/reading/payments';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from './app.ts';
import { bodySchemaOf, document, operationOf, operations, type Schema, validatorOf } from './document.fixture.ts';
import { loneApi } from './lone-api.fixture.ts';
import { withoutNulls } from './plugins/read-json.ts';
import { listenQuerySchema } from './routes/events-listen.ts';
import { idempotentHeaders } from './routes/idempotency.ts';
import { valuesOf } from './values-of.fixture.ts';

/** TILLGATE_LONG_TESTS=1 makes thirty times as many. */
const cases = process.env.TILLGATE_LONG_TESTS === '1' ? 3_000 : 100;
/** Generous: the machine may be busy. */
const timeout = 300_000;

/** Routes that the document leaves out on purpose. */
const undocumented: Record<string, string> = {
  'POST /functions/v1/stk-hook/:token': 'the provider posts here; the path is a secret',
  'POST /functions/v1/result-hook/:token': 'the provider posts here; the path is a secret',
  'POST /functions/v1/timeout-hook/:token': 'the provider posts here; the path is a secret',
  'POST /functions/v1/c2b-hook/:token': 'the provider posts here; the path is a secret',
  'POST /functions/v1/rail-hook/:token': 'the network posts here; the path is a secret',
  'GET /healthz': 'for the load balancer, outside of the versioned API',
  'GET /readyz': 'for the load balancer, outside of the versioned API',
  'GET /status': 'for everybody, outside of the versioned API',
  'GET /status.json': 'for everybody, outside of the versioned API',
  'GET /openapi.json': 'the document itself',
};

const running = loneApi();

it('describes every route that the app serves, but for a reviewed few', async () => {
  const app = await createApp(running.api.deps);
  const served = [...app.servedMethods].flatMap(([url, methods]) => [...methods].map((method) => `${method} ${url}`));
  await app.close();
  const described = operations.map(
    ({ method, path }) => `${method} /functions/v1${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`,
  );
  // Fastify serves HEAD wherever there is GET, and the pages of the reference below /docs.
  const expected = served.filter((route) => !route.startsWith('HEAD ') && !/^[A-Z]+ \/docs(?:\/|$)/.test(route));
  expect(expected.sort()).toEqual([...described, ...Object.keys(undocumented)].sort());
});

it('uses only keywords of JSON Schema 2020-12, and references that exist', () => {
  const schemas = [
    ...Object.values(document.components.schemas),
    ...operations.flatMap(({ operation }) => [
      ...(operation.parameters ?? []).map(({ schema }) => schema),
      ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
        Object.values(each?.content ?? {}).map(({ schema }) => schema),
      ),
    ]),
  ];
  for (const schema of schemas) expect(() => validatorOf(schema), JSON.stringify(schema)).not.toThrow();
});

it('names each operation once, and declares each parameter of a path', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{[^}]+\}/g) ?? []);
    for (const { required } of inPath) expect(required).toBe(true);
  }
});

/** An object schema of the parameters of an operation in one place. */
function parametersOf(operationId: string, place: 'query' | 'header'): Schema {
  const parameters = (operationOf(operationId).operation.parameters ?? []).filter((one) => one.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema }) => [place === 'header' ? name.toLowerCase() : name, schema]),
    ),
  };
}

const bodyOf = (operationId: string) => bodySchemaOf(operationOf(operationId).operation) ?? {};
/** What a route does to a body before the schema of its verb sees it. */
const read = (schema: z.ZodType) => z.preprocess(withoutNulls, schema);
const pairs: { what: string; published: Schema; validation: z.ZodType }[] = [
  { what: 'the body of collect', published: bodyOf('collect'), validation: read(collectSchema) },
  { what: 'the body of payout', published: bodyOf('payout'), validation: read(payoutSchema) },
  { what: 'the body of reverse', published: bodyOf('reverse'), validation: read(reversalSchema) },
  {
    what: 'the body of askTransactionStatus',
    published: bodyOf('askTransactionStatus'),
    validation: read(transactionStatusSchema),
  },
  {
    what: 'the body of askAccountBalance',
    published: bodyOf('askAccountBalance'),
    validation: read(accountBalanceSchema),
  },
  { what: 'the body of generateQr', published: bodyOf('generateQr'), validation: read(qrSchema) },
  {
    what: 'the body of simulateOutcome',
    published: bodyOf('simulateOutcome'),
    validation: read(simulateOutcomeSchema),
  },
  { what: 'the body of createLink', published: bodyOf('createLink'), validation: read(createLinkSchema) },
  { what: 'the body of changeLink', published: bodyOf('changeLink'), validation: read(changeLinkSchema) },
  { what: 'the body of createBatch', published: bodyOf('createBatch'), validation: read(createBatchSchema) },
  { what: 'the body of submitBatch', published: bodyOf('submitBatch'), validation: read(submitBatchSchema) },
  { what: 'the query of listLinks', published: parametersOf('listLinks', 'query'), validation: listLinksSchema },
  {
    what: 'the query of listPayments',
    published: parametersOf('listPayments', 'query'),
    validation: listPaymentsSchema,
  },
  {
    what: 'the query of listenEvents',
    published: parametersOf('listenEvents', 'query'),
    validation: listenQuerySchema,
  },
  { what: 'the headers of collect', published: parametersOf('collect', 'header'), validation: idempotentHeaders },
];

it('has such a pair for every operation with a body', () => {
  const withBody = operations
    .filter(({ operation }) => operation.requestBody)
    .map(({ operation }) => operation.operationId);
  // These take any object and have no schema of their own.
  const anyObject = ['registerC2b', 'endLink', 'reopenLink', 'cancelBatch', 'pauseBatch', 'resumeBatch'];
  const paired = pairs.map(({ what }) => what.replace(/^the body of /, ''));
  expect(withBody.filter((id) => !anyObject.includes(id) && !paired.includes(id))).toEqual([]);
});

/** Characters at the edges of the rules: spaces of all kinds, controls, pairs of surrogates, digits of other scripts. */
const edges = [
  ...[
    ' ',
    '\t',
    '\n',
    '\u0000',
    '\u001f',
    '\u007f',
    '\u0085',
    '\u009f',
    '\u00a0',
    '\u1680',
    '\u2028',
    '\u3000',
    '\ufeff',
  ],
  ...['😀', 'é', '٠', '０', '-', '.', '(', ']', '+', '0', '1', '7', '254', '/', '_'],
];

/** A text with edge characters put into it, taken out of it, or repeated past the limits. */
function bent(text: string): fc.Arbitrary<string> {
  const insert = fc.tuple(fc.nat(text.length), fc.constantFrom(...edges));
  return fc
    .oneof(
      fc
        .array(insert, { maxLength: 3 })
        .map((all) => all.reduce((t, [at, c]) => `${t.slice(0, at)}${c}${t.slice(at)}`, text)),
      fc.constantFrom(...edges).chain((c) => fc.nat(300).map((count) => c.repeat(count))),
      fc.nat(text.length).map((end) => text.slice(0, end)),
      fc.constant(`${text}${text}`),
    )
    .map((bentText) => bentText.toWellFormed());
}

/** What the schema allows, with one member bent: some still valid, some no longer. */
function bentValuesOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const other = fc.oneof(fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({}));
  return (valuesOf(schema) as fc.Arbitrary<Record<string, unknown>>).chain((value) => {
    const named = Object.keys(value).filter((name) => name in (schema.properties ?? {}));
    if (named.length === 0) return fc.constant(value);
    return fc.constantFrom(...named).chain((name) => {
      const member = value[name];
      const changed = typeof member === 'string' ? fc.oneof({ weight: 6, arbitrary: bent(member) }, other) : other;
      return changed.map((next) => ({ ...value, [name]: next }));
    });
  });
}

const phones = fc
  .tuple(
    fc.constantFrom('', '0', '254', '+254', '+ 254', '(0)', '00254', '255', '+'),
    fc.array(fc.tuple(fc.constantFrom('', '', '', ' ', '-', '.', '(', ')', '[', ']', '  ', '/', '\t'), fc.nat(9)), {
      minLength: 8,
      maxLength: 10,
    }),
    fc.constantFrom('7', '1', '2', ''),
  )
  .map(([prefix, digits, first]) => `${prefix}${first}${digits.map(([gap, digit]) => `${gap}${digit}`).join('')}`);

/** Header values as HTTP carries them. */
const trimmed = (text: string) => text.replaceAll(/^[ \t]+|[ \t]+$/g, '');

describe.each(pairs)('$what', ({ what, published, validation }) => {
  const isTrimmed = what.startsWith('the headers');
  const isPublished = validatorOf(published);
  const asSent = (value: unknown) =>
    JSON.parse(JSON.stringify(value), (_name, member) =>
      isTrimmed && typeof member === 'string' ? trimmed(member) : member,
    );

  it('is accepted when the document allows it', { timeout }, () => {
    fc.assert(
      fc.property(valuesOf(published), (value) => {
        const sent = asSent(value);
        expect(isPublished(sent), JSON.stringify(sent)).toBe(true);
        const result = validation.safeParse(sent);
        expect(result.success, `${JSON.stringify(sent)} ${result.error}`).toBe(true);
      }),
      { numRuns: cases },
    );
  });

  it('is refused exactly when the document does not allow it', { timeout }, () => {
    const withPhone = 'phone' in (published.properties ?? {});
    const values = bentValuesOf(published);
    const tried = withPhone
      ? fc.oneof(
          values,
          fc.tuple(values, phones).map(([value, phone]) => ({ ...value, phone })),
        )
      : values;
    let accepted = 0;
    fc.assert(
      fc.property(tried, (value) => {
        const sent = asSent(value);
        const { success } = validation.safeParse(sent);
        if (success) accepted += 1;
        expect(isPublished(sent), `${JSON.stringify(sent)} is ${success ? 'accepted' : 'refused'}`).toBe(success);
      }),
      { numRuns: cases },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
