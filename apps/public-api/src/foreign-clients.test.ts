import { describe, expect, it } from 'vitest';
import { bodySchemaOf, operations, type Schema, validatorOf } from './document.fixture.ts';
import { requestsWithNulls } from './foreign-clients.fixture.ts';
import { moneyOutWorld, refusal } from './routes/money-out.fixture.ts';

const world = moneyOutWorld();

describe.each(requestsWithNulls)('$client at $path', ({ path, body }) => {
  const required = Object.keys(body).filter((name) => body[name] !== null);

  it('may send null for what it leaves out', async () => {
    const { status, text } = await world.send(path, body);
    expect([200, 202], text).toContain(status);
  });

  it('is told what is missing when it sends null for what is required', async () => {
    for (const name of required) {
      const { issues, detail } = await refusal(world.send(path, { ...body, [name]: null }), 422, 'invalid_input');
      expect(issues).toMatchObject([{ path: name, message: 'is required' }]);
      expect(detail).toBe(`${name}: is required`);
    }
  });

  it('is told so by the document', () => {
    const { operation } = operations.find((one) => one.path === path) ?? {};
    const isAllowed = validatorOf(operation === undefined ? {} : (bodySchemaOf(operation) as Schema));
    expect(isAllowed(body)).toBe(true);
    for (const name of required) expect(isAllowed({ ...body, [name]: null }), name).toBe(false);
  });
});

it('the same request with and without its nulls is one request under its Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'one-and-the-same' };
  const first = await world.send('/collect', { amount: 10, phone: '0711111111' }, { headers });
  const second = await world.send('/collect', { amount: 10, phone: '0711111111', metadata: null }, { headers });
  expect(second.headers.get('idempotent-replayed'), second.text).toBe('true');
  expect(second.body).toEqual(first.body);
});

it('a null inside of metadata is a value and is kept', async () => {
  const metadata = { order: null };
  const { body } = await world.send('/collect', { amount: 10, phone: '0722222222', metadata });
  const row = await world.api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: body.paymentId } });
  expect(row.metadata).toEqual(metadata);
});
