// What each path costs at least: the same framework, driver, database and tables, and as few statements by hand as the
// contract allows. Nothing is checked that the database does not check.
import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { request } from 'undici';

const { DATABASE_URL, PROVIDER_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 });
const app = Fastify({ logger: false });
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

type Tenant = { application_id: string; environment: string };

async function authenticate({ headers: { authorization } }: FastifyRequest): Promise<Tenant | undefined> {
  const { rows } = await pool.query({
    name: 'floor_key',
    text: 'SELECT application_id, environment FROM api_keys WHERE hash = $1 AND revoked_at IS NULL',
    values: [sha256(authorization?.slice('Bearer '.length) ?? '')],
  });
  return rows[0] as Tenant | undefined;
}

/** A program of one merchant, which asks nobody who they are. */
const only = pool
  .query('SELECT application_id, environment FROM api_keys ORDER BY created_at LIMIT 1')
  .then(({ rows }) => rows[0] as Tenant | undefined);

for (const [prefix, tenantOf] of [
  ['', authenticate],
  ['/bare', () => only],
] as const) {
  app.post(`${prefix}/collect`, async (call, reply) => collect(call, reply, await tenantOf(call)));
  app.get(`${prefix}/status/:paymentId`, async (call, reply) => status(call, reply, await tenantOf(call)));
}

async function collect(call: FastifyRequest, reply: FastifyReply, tenant: Tenant | undefined) {
  if (!tenant) return reply.code(401).send();
  const { amount, phone } = JSON.parse((call.body as Buffer).toString()) as { amount: number; phone: string };
  const [id, claim] = [randomUUID(), randomUUID()];
  const now = new Date();
  await pool.query({
    name: 'floor_open',
    text: `WITH claim AS (
        INSERT INTO idempotency_records (id, application_id, environment, endpoint, key, fingerprint, state, resource_id, lease_until, created_at)
        VALUES ($1, $2, $3, 'floor', $4, $5, 'in_flight', $6, $7, $7) RETURNING id)
      INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, phone, account_ref,
        description, shortcode, callback_token, created_at, next_query_at)
      SELECT $6, $2, $3, 'stk', 'pending', $8, $8, $9, 'FLOOR', 'Payment', '174379', $10, $7, $11 FROM claim`,
    values: [
      ...[
        claim,
        tenant.application_id,
        tenant.environment,
        call.headers['idempotency-key'],
        sha256(call.body as Buffer),
        id,
        now,
      ],
      ...[amount, phone, sha256(id), new Date(now.getTime() + 86_400_000)],
    ],
  });
  const answer = await request(`${PROVIDER_URL}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({
      BusinessShortCode: '174379',
      Amount: amount,
      PhoneNumber: phone,
      AccountReference: 'FLOOR',
    }),
  });
  const accepted = (await answer.body.json()) as { CheckoutRequestID: string; MerchantRequestID: string };
  const outcome = { paymentId: id, status: 'pending', checkoutRequestId: accepted.CheckoutRequestID };
  await pool.query({
    name: 'floor_prompted',
    text: `WITH claim AS (
        UPDATE idempotency_records SET state = 'completed', outcome = $2, completed_at = $3 WHERE id = $1)
      UPDATE payments SET checkout_request_id = $4, merchant_request_id = $5, prompted_at = $3 WHERE id = $6`,
    values: [claim, JSON.stringify(outcome), new Date(), accepted.CheckoutRequestID, accepted.MerchantRequestID, id],
  });
  return reply.code(201).send(outcome);
}

async function status(call: FastifyRequest, reply: FastifyReply, tenant: Tenant | undefined) {
  if (!tenant) return reply.code(401).send();
  const { rows } = await pool.query({
    name: 'floor_status',
    text: `SELECT id, status, amount, phone, account_ref, provider_receipt, checkout_request_id, result_code, result_desc,
        created_at, settled_at FROM payments WHERE id = $1 AND application_id = $2 AND environment = $3`,
    values: [(call.params as { paymentId: string }).paymentId, tenant.application_id, tenant.environment],
  });
  return rows[0] ?? reply.code(404).send();
}

app.get('/p/:token', async (call, reply) => {
  const { rows } = await pool.query({
    name: 'floor_page',
    text: `SELECT l.title, l.amount, a.name, c.shortcode FROM payment_links l JOIN applications a ON a.id = l.application_id
      JOIN provider_credentials c ON c.application_id = l.application_id AND c.environment = l.environment
      WHERE l.token_hash = $1`,
    values: [sha256((call.params as { token: string }).token)],
  });
  const { title, amount, name, shortcode } = rows[0] as Record<string, string>;
  // As many bytes as a page of ours, which the browser has to get anyway.
  const rest = ' '.repeat(4_000);
  reply.type('text/html; charset=utf-8');
  return `<!doctype html><title>${title}</title><h1>${title}</h1><p>${name} (${shortcode})</p><p>KES ${amount}</p>${rest}`;
});

/** Asks the phone at once, and writes down that it did. */
app.post('/p/:token/pay', async (call, reply) => {
  const { rows } = await pool.query({
    name: 'floor_link',
    text: 'SELECT id, application_id, environment, amount FROM payment_links WHERE token_hash = $1',
    values: [sha256((call.params as { token: string }).token)],
  });
  const link = rows[0] as { id: string; application_id: string; environment: string; amount: number };
  const phone = new URLSearchParams((call.body as Buffer).toString()).get('phone');
  const id = randomUUID();
  await pool.query({
    name: 'floor_attempt',
    text: `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, language,
        created_at, prompt_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'en', now(), now())`,
    values: [id, link.id, link.application_id, link.environment, sha256(id), sha256(`t${id}`), phone, link.amount],
  });
  await request(`${PROVIDER_URL}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({ BusinessShortCode: '174379', Amount: link.amount, PhoneNumber: phone }),
  }).then(({ body }) => body.dump());
  await pool.query({
    name: 'floor_handed',
    text: "UPDATE link_attempts SET state = 'stale', ended_at = now() WHERE id = $1",
    values: [id],
  });
  return reply.code(303).header('location', '/').send();
});

app.post('/stk-hook/:token', async (call) => {
  const body = call.body as Buffer;
  await pool.query({
    name: 'floor_hook',
    text: `INSERT INTO provider_callbacks (id, kind, subject_id, subject_kind, application_id, body_hash, body, remote_ip, received_at)
      SELECT $1, 'stk_callback', id, 'payment', application_id, $2, $3, $4, $5 FROM payments WHERE callback_token = $6
      ON CONFLICT (subject_id, kind, body_hash) DO NOTHING`,
    values: [randomUUID(), sha256(body), body, call.ip, new Date(), (call.params as { token: string }).token],
  });
  return { ResultCode: 0, ResultDesc: 'Accepted' };
});

await app.listen({ port: 0, host: '127.0.0.1' });
console.log(JSON.stringify({ msg: 'listening', port: (app.server.address() as AddressInfo).port }));
