import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { applyCallback } from '@tillgate/domain/callbacks';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, expect } from 'vitest';
import { problemSchema } from '../problem.ts';
import { type RunningApi, sandboxPasskey, startApi } from '../testing.ts';

export type Sent = {
  headers?: Record<string, string>;
  /** API key; null sends none. */
  key?: string | null;
  /** Sent in place of the body. */
  raw?: string | Uint8Array;
  method?: string;
};

const hasBody = (method: string) => method === 'POST' || method === 'PATCH';

/** Starts what a test file needs before its first test, and closes it after the last one. */
function openedAround(simulation: Parameters<typeof startSimulator>[0]) {
  let test: TestDatabase;
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let api: RunningApi;
  let shop: SeededMerchant;
  beforeAll(async () => {
    [test, simulator] = await Promise.all([
      testDatabase(),
      startSimulator({ delayMs: 0, slowAckMs: 5_000, ...simulation }),
    ]);
    api = await startApi(test, simulator.url, {
      RATE_LIMIT_STORE: 'memory',
      PROVIDER_TIMEOUT_MS: '7000',
    });
    shop = await merchantWithInitiator(api);
  });
  afterAll(async () => {
    // First what posts: a result on its way would hold the API's door open.
    await simulator.close();
    await api.close();
    await test.close();
  });
  return {
    get api() {
      return api;
    },
    get shop() {
      return shop;
    },
    get simulator() {
      return simulator;
    },
  };
}

/**
 * Opens the API, a simulated provider that answers at once, and a merchant with an initiator for a test file. Call it
 * outside of hooks and tests.
 */
export function moneyOutWorld(simulation: Parameters<typeof startSimulator>[0] = {}) {
  const world = openedAround(simulation);

  async function send(path: string, body?: unknown, sent: Sent = {}) {
    const {
      headers = {},
      key = world.shop.key().key,
      raw,
      method = body === undefined && raw === undefined ? 'GET' : 'POST',
    } = sent;
    const response = await fetch(`${world.api.baseUrl}${path}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(hasBody(method) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(hasBody(method) && { body: (raw ?? JSON.stringify(body)) as string }),
    });
    const { status, headers: received } = response;
    const text = await response.text();
    return { status, headers: received, text, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** How often the provider was asked at a path. */
  async function calls(path: string): Promise<number> {
    const response = await fetch(`${world.simulator.url}/admin/requests`);
    const { counts } = (await response.json()) as { counts: Record<string, number> };
    return counts[`POST ${path}`] ?? 0;
  }

  async function spent(path: string): Promise<number[]> {
    const { disbursement, inquiry, idempotencyRecord } = world.api.ctx.db.prisma;
    return Promise.all([disbursement.count(), inquiry.count(), idempotencyRecord.count(), calls(path)]);
  }

  return Object.assign(world, {
    send,
    calls,
    /** A merchant without an initiator. */
    merchant: () => world.api.merchant(),
    /** A second merchant with one. */
    other: () => merchantWithInitiator(world.api),
    /** Runs a refused request and proves that it spent nothing: no row, no idempotency key, no call at the provider's path. */
    spendsNothingAt: (path: string) =>
      async function spendsNothing<T>(work: () => Promise<T>): Promise<T> {
        const before = await spent(path);
        const result = await work();
        expect(await spent(path)).toEqual(before);
        return result;
      },
    /** Waits for what the provider posts about a row, and applies it as a worker might: the last first. */
    async settle(subjectId: string, count = 1) {
      const { deps, ctx } = world.api;
      const { providerCallback } = ctx.db.prisma;
      // The API's own role may not do what the worker does.
      const worker = { ...deps.context, db: ctx.db };
      const rows = () => providerCallback.findMany({ where: { subjectId }, orderBy: { receivedAt: 'asc' } });
      await expect.poll(async () => (await rows()).length).toBeGreaterThanOrEqual(count);
      for (const { id } of (await rows()).reverse()) await applyCallback(worker, id);
      return rows();
    },
  });
}

type MoneyOutWorld = ReturnType<typeof moneyOutWorld>;

function merchantWithInitiator(api: RunningApi): Promise<SeededMerchant> {
  const credentials = { passkey: sandboxPasskey, initiatorName: 'testapi', initiatorPassword: 'Safaricom123#' };
  return seed(api.ctx).owner().application().credentials('sandbox', credentials).key('sandbox').mint();
}

/** A refusal in the published form, with the id that the header carries. */
export async function refusal(answer: ReturnType<MoneyOutWorld['send']>, status: number, code: string) {
  const { headers, body, ...rest } = await answer;
  expect(rest.status, JSON.stringify(body)).toBe(status);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = problemSchema.parse(body);
  expect(problem).toMatchObject({ status, code, error: problem.detail, requestId: headers.get('x-request-id') });
  return { ...problem, headers };
}

/** Bodies that are no JSON object in UTF-8, or not said to be. */
export const malformed: [what: string, sent: Sent][] = [
  ['broken JSON', { raw: '{"amount": 1' }],
  ['an empty body', { raw: '' }],
  ['bytes that are not UTF-8', { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }],
  ['JSON called text', { raw: '{}', headers: { 'content-type': 'text/plain' } }],
];

/** Values of `remarks` and `occasion` that no endpoint takes. */
const badTexts: [what: string, value: unknown][] = [
  ['1,001 characters', 'x'.repeat(1_001)],
  ['a NUL', 'a\u0000'],
  ['an escape', 'a\u001b'],
  ['half a character', '\ud800'],
  ['a number', 7],
];
const badLabels: typeof badTexts = [...badTexts, ['101 characters', 'x'.repeat(101)], ['a line break', 'a\nb']];

/** A case for each of those values: what it is, the change of the body, and the path of the issue. */
export const badTextsIn = (
  field: 'remarks' | 'occasion',
  values = badLabels,
): [string, Record<string, unknown>, string][] =>
  values.map(([what, value]) => [
    `${field === 'remarks' ? 'remarks' : 'an occasion'} of ${what}`,
    { [field]: value },
    field,
  ]);

/** The same for the remarks of inquiries, which are free text. */
export const badRemarks = () => badTextsIn('remarks', badTexts);
