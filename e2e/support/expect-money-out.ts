import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { categories, type Failure } from './expected-outcomes.ts';
import { isAuthentic, type Received } from './merchant-hook.ts';
import { type MoneyOutWorld, type Shop, words } from './money-out-world.ts';

export function expectDecoded(decoded: unknown, { code, category, retryable }: Failure): void {
  expect(decoded).toEqual({
    code,
    category: category ?? expect.toBeOneOf(categories),
    retryable,
    title: words,
    cause: words,
    fix: words,
    customerMessage: words,
  });
}

/** Everything of a webhook but its data. */
export function expectEnvelope(webhook: Received, type: string, { secret }: Shop): void {
  expect(isAuthentic(webhook, secret), 'signature').toBe(true);
  expect(webhook.event).toBe(type);
  expect(webhook.id).toMatch(/\S/);
  const { data: _, ...envelope } = webhook.body;
  expect(envelope).toEqual({ type, created: expect.any(Number) });
  expect(Number.isInteger(envelope.created), 'whole seconds').toBe(true);
  expect(envelope.created * 1000).toBeLessThanOrEqual(webhook.at);
}

/** An accepted reversal and its refund.result, whose data and state have these `fields`. */
export async function expectRefund(
  world: MoneyOutWorld,
  shop: Shop,
  answer: Answer,
  fields: object,
): Promise<Received> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const { disbursementId, conversationId } = answer.body;
  expect(answer.body).toEqual({ disbursementId: words, conversationId: words, status: 'pending' });
  const webhook = await world.webhookAbout(String(disbursementId));
  expectEnvelope(webhook, 'refund.result', shop);
  const truth = { disbursementId, conversationId, kind: 'reversal', commandId: null, resultDesc: words, ...fields };
  const { applicationId } = shop.merchant;
  expect(webhook.body.data).toEqual({ applicationId, env: 'sandbox', decoded: null, ...truth });
  const { decoded: _, ...state } = truth as typeof truth & { decoded?: unknown };
  const { status, body } = await world.read(shop, `/disbursements/${disbursementId}`);
  expect({ status, body }).toEqual({ status: 200, body: { ...state, rail: 'mpesa', createdAt: expect.any(String) } });
  expect(world.webhooksAbout(String(disbursementId)).length).toBe(1);
  return webhook;
}

/** An accepted inquiry and its webhook, whose data have these `fields`; answers the data. */
export async function expectInquiry(
  world: MoneyOutWorld,
  shop: Shop,
  answer: Answer,
  type: string,
  fields: object,
): Promise<Record<string, unknown>> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const { queryId, conversationId } = answer.body;
  expect(answer.body).toEqual({ queryId: words, conversationId: words });
  const webhook = await world.webhookAbout(String(queryId));
  expectEnvelope(webhook, type, shop);
  const { applicationId } = shop.merchant;
  const truth = { queryId, conversationId, resultDesc: words, ...fields };
  expect(webhook.body.data).toEqual({ applicationId, env: 'sandbox', raw: expect.any(Object), ...truth });
  const { applicationId: _, env: __, raw: ___, decoded: ____, ...state } = webhook.body.data;
  const { status, body } = await world.read(shop, `/inquiries/${queryId}`);
  const kind = type.replace('admin.', '');
  const own = { kind, rail: 'mpesa', createdAt: expect.any(String) };
  expect({ status, body }).toEqual({ status: 200, body: { ...state, ...own } });
  expect(world.webhooksAbout(String(queryId)).length).toBe(1);
  return webhook.body.data;
}
