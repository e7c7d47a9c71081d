import { beforeAll, expect, it } from 'vitest';
import { moneyOutWorld } from '../routes/money-out.fixture.ts';

const world = moneyOutWorld();
let subjectId: string;
let token: string;

beforeAll(async () => {
  const { body } = await world.send('/payout', { amount: 10, phone: '0712345678', remarks: 'magic:accepted-silent' });
  subjectId = body.disbursementId;
  const row = await world.api.ctx.db.prisma.disbursement.findUniqueOrThrow({ where: { id: subjectId } });
  token = row.callbackToken;
});

const stored = () =>
  world.api.ctx.db.prisma.providerCallback.findMany({ where: { subjectId }, orderBy: { receivedAt: 'asc' } });
const post = (path: string, body: string | Uint8Array) =>
  fetch(`${world.api.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json;charset=UTF-8' },
    body: body as string,
  });

it.each([
  ['/result-hook', 'result'],
  ['/timeout-hook', 'queue_timeout'],
])('%s stores the bytes as they came, once, before it acknowledges', async (path, kind) => {
  const bytes = new Uint8Array([0x7b, 0xff, 0x00, 0x7d, kind.length]);
  const before = (await stored()).length;
  for (const _time of ['first', 'again']) {
    const response = await post(`${path}/${token}`, bytes);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
  }
  const rows = await stored();
  expect(rows).toHaveLength(before + 1);
  expect(rows.at(-1)).toMatchObject({ kind, state: 'received' });
  expect(new Uint8Array(rows.at(-1)?.body ?? [])).toEqual(bytes);
});

it('keeps no credential of a request that is posted back, and every other byte', async () => {
  const sent = '{"Initiator":"api", "SecurityCredential" : "AbC+/\\"==", "Remarks":"é 🧾"}';
  await post(`/timeout-hook/${token}`, sent);
  const body = Buffer.from((await stored()).at(-1)?.body ?? []).toString();
  expect(body).toBe('{"Initiator":"api", "SecurityCredential" : "(removed)", "Remarks":"é 🧾"}');
});

it.each([
  ['nested in a string', '{"requestBody":"{\\"SecurityCredential\\":\\"AbC+==\\"}"}'],
  ['as a form', 'Initiator=api&SecurityCredential=AbC%2B%3D%3D'],
  ['as XML', '<r><Security_Credential>AbC+==</Security_Credential></r>'],
])('keeps nothing of a body with a credential %s, but that it came', async (_form, sent) => {
  await post(`/timeout-hook/${token}`, sent);
  const body = Buffer.from((await stored()).at(-1)?.body ?? []).toString();
  expect(body).not.toContain('AbC');
  expect(JSON.parse(body)).toEqual({
    removed: 'a body with a security credential',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

it('keeps a result whatever its words: it settles money', async () => {
  const sent = '{"Result":{"ResultDesc":"The security credential is locked. SecurityCredential=x"}}';
  await post(`/result-hook/${token}`, sent);
  expect(Buffer.from((await stored()).at(-1)?.body ?? []).toString()).toBe(sent);
});

it.each(['/result-hook', '/timeout-hook'])('%s does not know other tokens, nor those of prompts', async (path) => {
  const { body } = await world.send('/collect', { amount: 10, phone: '0712345678' });
  const payment = await world.api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: body.paymentId } });
  for (const unknown of ['0'.repeat(64), 'x', payment.callbackToken]) {
    expect((await post(`${path}/${unknown}`, '{}')).status).toBe(404);
  }
  expect((await fetch(`${world.api.baseUrl}${path}/${token}`)).status).toBe(405);
});
